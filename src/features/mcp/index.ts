import type { Feature } from '../feature.ts'
import * as tokens from './migration.ts'
import { findTokenHolder, selectLiveTokens } from './queries.ts'
import { accessTokenPrefix, authorizePath, mcpPath } from './rules.ts'
import { deleteOldTokens } from './tokens.ts'

/**
 * `/mcp`: the studio's models as tools of assistants (docs/mcp.md), and the authorization server by
 * which a person connects one, with limits of what it may spend.
 */
export const mcpFeature: Feature = {
  migrations: { 'mcp-0001-tokens': tokens },
  accountTables: ['oauth_token'],
  pages: [authorizePath],
  routes: () => import('./routes/mcp-routes.ts'),
  tokenKinds: [
    {
      prefix: accessTokenPrefix,
      // The tools, and the files that their answers name.
      paths: [mcpPath, '/media/*'],
      findHolder: findTokenHolder,
      selectLive: selectLiveTokens,
    },
  ],
  scheduledJobs: [{ name: 'tokens', every: 60 * 60_000, run: deleteOldTokens }],
}
