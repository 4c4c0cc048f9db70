import { m } from '#web/messages/compiled/messages.js'

type RefusalTexts = Record<string, () => { title: string; text: string }>

const modules = import.meta.glob<{ refusalTexts: RefusalTexts }>(
  '/src/features/*/web/refusal-texts.ts',
  { eager: true },
)

const texts: ReadonlyMap<string, RefusalTexts[string]> = new Map(
  Object.entries({
    blocked: () => ({ title: m.join_blocked_title(), text: m.join_blocked_text() }),
    closed: () => ({ title: m.join_closed_title(), text: m.join_closed_text() }),
    domain: () => ({ title: m.join_domain_title(), text: m.join_domain_text() }),
    invitation_needed: () => ({ title: m.join_needed_title(), text: m.join_needed_text() }),
    ...Object.assign({}, ...Object.values(modules).map(({ refusalTexts }) => refusalTexts)),
  }),
)

/** What a refused sign-up means (`SignUpRefusal`), and the next step; `undefined`: it is none. */
export function refusalText(refusal: string | undefined) {
  return texts.get(refusal ?? '')?.()
}
