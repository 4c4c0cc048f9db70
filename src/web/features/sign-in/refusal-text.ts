import type { SignUpRefusal } from '#contract/browser-state.ts'
import { m } from '#web/messages/compiled/messages.js'

type Texts = { title: string; text: string }

/** What happened, and the next step. */
export function refusalText(refusal: SignUpRefusal): Texts {
  switch (refusal) {
    case 'blocked':
      return { title: m.join_blocked_title(), text: m.join_blocked_text() }
    case 'closed':
      return { title: m.join_closed_title(), text: m.join_closed_text() }
    case 'domain':
      return { title: m.join_domain_title(), text: m.join_domain_text() }
    case 'invitation_needed':
      return { title: m.join_needed_title(), text: m.join_needed_text() }
    case 'invitation_unknown':
      return { title: m.join_unknown_title(), text: m.join_unknown_text() }
    case 'invitation_revoked':
      return { title: m.join_revoked_title(), text: m.join_revoked_text() }
    case 'invitation_expired':
      return { title: m.join_expired_title(), text: m.join_expired_text() }
    case 'invitation_used_up':
      return { title: m.join_used_up_title(), text: m.join_used_up_text() }
  }
}
