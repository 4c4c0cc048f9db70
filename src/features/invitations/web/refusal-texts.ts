import { m } from '#web/messages/compiled/messages.js'

/** Why an invitation makes no account, and the next step. */
export const refusalTexts = {
  invitation_unknown: () => ({ title: m.join_unknown_title(), text: m.join_unknown_text() }),
  invitation_revoked: () => ({ title: m.join_revoked_title(), text: m.join_revoked_text() }),
  invitation_expired: () => ({ title: m.join_expired_title(), text: m.join_expired_text() }),
  invitation_used_up: () => ({ title: m.join_used_up_title(), text: m.join_used_up_text() }),
}
