/**
 * A cookie that pages may read: present when somebody signed in with this browser. It proves
 * nothing.
 */
export const signedInHint = 'atelier_signed_in'
