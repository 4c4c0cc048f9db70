import type { Feature } from '../feature.ts'
import { invitationPass } from './invitation-pass.ts'
import * as invitations from './migration.ts'
import { invitationPath } from './rules.ts'
import { writeInvitation } from './write-mail.ts'

/** Links that create accounts where a sign-up needs an invitation or an approval. */
export const invitationsFeature: Feature = {
  migrations: { 'invitations-0001-invitations': invitations },
  coordinatorTables: ['invitation'],
  pages: [invitationPath('')],
  routes: () => import('./routes.ts'),
  commands: () => import('./commands.ts'),
  signUpPasses: [invitationPass],
  mails: { invitation: writeInvitation },
}
