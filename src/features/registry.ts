import { canvasFeature } from './canvas/index.ts'
import { collectionsFeature } from './collections/index.ts'
import { comparisonFeature } from './comparison/index.ts'
import { costsFeature } from './costs/index.ts'
import { falProxyFeature } from './fal-proxy/index.ts'
import type { Feature } from './feature.ts'
import { figuresFeature } from './figures/index.ts'
import { finishedMailsFeature } from './finished-mails/index.ts'
import { geminiApiFeature } from './gemini-api/index.ts'
import { giftCodesFeature } from './gift-codes/index.ts'
import { groupsFeature } from './groups/index.ts'
import { invitationsFeature } from './invitations/index.ts'
import { lineageFeature } from './lineage/index.ts'
import { mcpFeature } from './mcp/index.ts'
import { modelLibraryFeature } from './model-library/index.ts'
import { moderationFeature } from './moderation/index.ts'
import { openAiApiFeature } from './openai-api/index.ts'
import { paymentsFeature } from './payments/index.ts'
import { presetsFeature } from './presets/index.ts'
import { promptHelpFeature } from './prompt-help/index.ts'
import { pushFeature } from './push/index.ts'
import { replicateApiFeature } from './replicate-api/index.ts'
import { reportsFeature } from './reports/index.ts'
import { resultToolsFeature } from './result-tools/index.ts'
import { sharesFeature } from './shares/index.ts'
import { webhooksFeature } from './webhooks/index.ts'
import { zipDownloadsFeature } from './zip-downloads/index.ts'

/** All features, a line each. Without its folder and its line here a feature is gone. */
export const features: readonly Feature[] = [
  canvasFeature,
  collectionsFeature,
  comparisonFeature,
  costsFeature,
  falProxyFeature,
  figuresFeature,
  finishedMailsFeature,
  geminiApiFeature,
  giftCodesFeature,
  groupsFeature,
  invitationsFeature,
  lineageFeature,
  mcpFeature,
  modelLibraryFeature,
  moderationFeature,
  openAiApiFeature,
  paymentsFeature,
  presetsFeature,
  promptHelpFeature,
  sharesFeature,
  webhooksFeature,
  pushFeature,
  replicateApiFeature,
  reportsFeature,
  resultToolsFeature,
  zipDownloadsFeature,
]
