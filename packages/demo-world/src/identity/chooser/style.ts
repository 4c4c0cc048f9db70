/** What only the account chooser needs. */
export const chooserStyle = `
.accounts { display: grid; gap: 8px; margin: 24px 0; }
.account {
  justify-content: flex-start; gap: 12px; width: 100%; padding: 12px; text-align: start;
  background: var(--overlay); transition: border-color 120ms ease-out;
}
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
input { flex: 1 1 160px; min-width: 0; min-height: 44px; padding: 0 12px; background: var(--ground); }
input[aria-invalid] { border-color: var(--bad); }
.plain { margin: 8px 0 0 -12px; padding: 0 12px; }
#problem { margin-top: 8px; font-size: 14px; color: var(--bad); }
.note { margin-top: 16px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 13px; color: var(--quiet); }
`
