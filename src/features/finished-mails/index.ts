import type { Feature } from '../feature.ts'
import { mailWhenFinished, withdrawFinishedMails } from './finished-mails.ts'
import { writeFinishedMail } from './write-mail.ts'

/** Mails about long jobs that end while no page is open, to accounts that want them. */
export const finishedMailsFeature: Feature = {
  accountSettings: ['mail_when_finished'],
  endEffects: [mailWhenFinished],
  whenShown: [withdrawFinishedMails],
  mails: {
    generation_finished: (content, letterhead) =>
      writeFinishedMail('generation_finished', content, letterhead),
    generation_failed: (content, letterhead) =>
      writeFinishedMail('generation_failed', content, letterhead),
  },
}
