/** What only the checkout's pages need. */
export const checkoutStyle = `
dl { margin: 24px 0; border-block: 1px solid var(--line); padding-block: 8px; }
dl div { display: flex; justify-content: space-between; gap: 16px; padding: 6px 0; }
dt { color: var(--quiet); flex: none; }
dd { text-align: end; overflow-wrap: anywhere; }
.total { font-weight: 600; font-size: 20px; }
.total dt { color: inherit; }
dd, button { font-variant-numeric: tabular-nums; }
form { display: grid; gap: 8px; }
[role='alert'] { margin-bottom: 16px; color: var(--bad); }
`
