/** The product's dark tokens, as far as these pages need them. */
export const style = `
:root {
  --ground: oklch(0.16 0.006 60); --raised: oklch(0.2 0.007 60); --overlay: oklch(0.24 0.008 60);
  --line: oklch(0.3 0.008 60); --edge: oklch(0.55 0.01 60);
  --text: oklch(0.95 0.005 80); --quiet: oklch(0.74 0.01 80);
  --accent: oklch(0.76 0.16 55); --on-accent: oklch(0.18 0.03 55); --bad: oklch(0.7 0.18 25);
  color-scheme: dark;
}
* { box-sizing: border-box; margin: 0; }
body {
  min-height: 100svh; display: grid; place-items: center; padding: 24px 16px;
  background: var(--ground); color: var(--text);
  font: 400 16px/1.5 'Geist Variable', Geist, Inter, system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif;
}
main { width: 100%; max-width: 424px; padding: 32px; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; }
.mark { width: 40px; height: 40px; display: block; margin: 0 0 20px -8px; fill: none; stroke: var(--text); stroke-width: 2.6; stroke-linecap: round; stroke-linejoin: round; }
.mark circle { fill: var(--accent); stroke: none; }
h1 { font-size: 20px; line-height: 1.25; font-weight: 600; }
.purpose { color: var(--quiet); margin-top: 4px; }
.accounts { display: grid; gap: 8px; margin: 24px 0; }
button, input, .button { font: inherit; color: inherit; border-radius: 8px; }
button { cursor: pointer; }
.account {
  display: flex; align-items: center; gap: 12px; width: 100%; padding: 12px; text-align: start;
  background: var(--overlay); border: 1px solid var(--edge); transition: border-color 120ms ease-out;
}
.account:hover { border-color: var(--accent); }
.initial {
  flex: none; width: 36px; height: 36px; border-radius: 50%; display: grid; place-items: center;
  background: var(--ground); color: var(--quiet); font-size: 14px; font-weight: 600;
}
.who { min-width: 0; overflow-wrap: anywhere; }
.who strong { display: block; font-weight: 600; line-height: 1.25; }
.who span { font-size: 14px; letter-spacing: -0.01em; }
.who small { display: block; font-size: 13px; color: var(--quiet); }
label { display: block; font-size: 14px; font-weight: 500; margin-bottom: 8px; }
.row { display: flex; flex-wrap: wrap; gap: 8px; }
input { flex: 1 1 160px; min-width: 0; min-height: 44px; padding: 0 12px; background: var(--ground); border: 1px solid var(--edge); }
input[aria-invalid] { border-color: var(--bad); }
.button {
  flex: 0 1 auto; display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 0 20px;
  background: var(--accent); color: var(--on-accent); border: 0; font-weight: 600; text-decoration: none;
}
.row .button { background: none; color: var(--text); border: 1px solid var(--edge); }
.row .button:hover { border-color: var(--accent); }
a.button { margin-top: 24px; }
.plain { min-height: 44px; margin: 8px 0 0 -12px; padding: 0 12px; background: none; border: 0; color: var(--quiet); }
.plain:hover { color: var(--text); }
#problem { margin-top: 8px; font-size: 14px; color: var(--bad); }
.note { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--quiet); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 480px) { body { place-items: start center; padding: 16px; } main { padding: 24px 20px; } }
@media (prefers-reduced-motion: reduce) { * { transition: none; } }
`
