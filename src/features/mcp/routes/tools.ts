import type { CallToolResult, ServerContext, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { isModelAllowed } from '#core/accounts/rules/allowed-models.ts'
import { readAllowedModels } from '#core/accounts/start-checks.ts'
import { QuoteRequest } from '#core/generations/generation-contract.ts'
import { quoteInput } from '#core/generations/prepare-input.ts'
import { chooseQuoted } from '#core/generations/routes/generation-routes.ts'
import { presentGeneration } from '#core/generations/routes/present-generation.ts'
import { statuses } from '#core/generations/rules/status.ts'
import { listHistory } from '#core/history/list-history.ts'
import { HttpError } from '#core/http/errors.ts'
import { mediaAddress } from '#core/media/media-address-rules.ts'
import { resolveInputs } from '#core/media/uploads/resolve-inputs.ts'
import { UploadFromUrlRequest } from '#core/media/uploads-contract.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import { factsOfKind, kinds } from '#core/models/rules/kinds.ts'
import type { Model } from '#core/models/rules/model.ts'
import { basePriceOf } from '#core/models/rules/price.ts'
import { Refused } from '#core/refused.ts'
import { pricesOf, type StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { plainText, text } from '#core/texts/contract/plain-text.ts'
import { cancel, generate, readWhenEnded } from './generate-tool.ts'
import { structured, summarize } from './present-result.ts'
import {
  CancelAnswer,
  describeAnswer,
  GenerationAnswer,
  HistoryAnswer,
  ModelsAnswer,
  QuoteAnswer,
  UploadAnswer,
} from './result-schemas.ts'
import { describeArguments, type McpCaller, readArguments } from './tool-call.ts'
import {
  describeFields,
  generateSchema,
  generateToolName,
  kindOfTool,
  WaitSeconds,
} from './tool-schemas.ts'

const ListArguments = z.strictObject({
  kind: z.enum(kinds).optional(),
  model: z
    .string()
    .optional()
    .meta({ description: 'Only this model, with the JSON Schema of its fields.' }),
})

const GetArguments = z.strictObject({ id: z.string(), wait_seconds: WaitSeconds })

const CancelArguments = z.strictObject({ id: z.string() })

const SearchArguments = z.strictObject({
  kind: z.enum(kinds),
  search: z
    .string()
    .max(200)
    .regex(text)
    .optional()
    .meta({ description: 'Words, each by its beginning; all of them must occur.' }),
  status: z.enum(statuses).optional(),
  tags: z.array(z.string().trim().max(40).regex(plainText)).max(20).optional(),
  only_favorites: z.boolean().default(false),
  page: z.int().min(1).max(1_000_000).default(1),
  page_size: z.int().min(1).max(50).default(10),
})

type Run = (
  caller: McpCaller,
  given: Record<string, unknown>,
  ctx: ServerContext,
) => CallToolResult | Promise<CallToolResult>

const readOnly = { readOnlyHint: true, openWorldHint: false }

const fixedTools: { tool: Tool; run: Run }[] = [
  {
    tool: {
      name: 'list_models',
      title: 'List models',
      description:
        'Lists the models of this studio with the tool that uses each and its base price in credits. With `model`: also the exact JSON Schema of its fields.',
      inputSchema: describeArguments(ListArguments),
      outputSchema: describeAnswer(ModelsAnswer),
      annotations: readOnly,
    },
    run: async ({ context, account }, given) => {
      const { kind, model } = readArguments(ListArguments, given)
      const { settings } = context.settings.current()
      const allowed = await readAllowedModels(context, account.id)
      const models = listModels().filter(
        (one) =>
          (kind ?? one.kind) === one.kind &&
          (model ?? one.id) === one.id &&
          isModelAllowed(allowed, one.id),
      )
      if (model !== undefined && models.length === 0)
        throw new Refused({ reason: 'unknown_model', model })
      const described = models.map((one) => describeModel(one, settings, model !== undefined))
      return structured({ models: described, ...free })
    },
  },
  {
    tool: {
      name: 'quote',
      title: 'Quote a price',
      description: 'Returns what a generation would cost in credits. Nothing is charged.',
      inputSchema: describeArguments(QuoteRequest),
      outputSchema: describeAnswer(QuoteAnswer),
      annotations: readOnly,
    },
    run: async ({ context, account }, given) => {
      const asked = readArguments(QuoteRequest, given)
      const { model, input } = await chooseQuoted(context, asked, account.id)
      const { credits, isMost: at_most, ...breakdown } = quoteInput(context, model, input)
      return structured({ model: model.id, credits, at_most, breakdown, ...free })
    },
  },
  {
    tool: {
      name: 'get_generation',
      title: 'Get a generation',
      description:
        'Returns a generation of this account with its files and what it cost; waits while it is running.',
      inputSchema: describeArguments(GetArguments),
      outputSchema: describeAnswer(GenerationAnswer),
      annotations: readOnly,
    },
    run: (caller, given, ctx) => {
      const { id, wait_seconds: waitSeconds } = readArguments(GetArguments, given)
      return readWhenEnded(caller, { id, waitSeconds }, ctx)
    },
  },
  {
    tool: {
      name: 'cancel_generation',
      title: 'Cancel a generation',
      description:
        'Cancels a generation of this account that is still waiting, and refunds it in full. One that runs already goes on (`too_late`).',
      inputSchema: describeArguments(CancelArguments),
      outputSchema: describeAnswer(CancelAnswer),
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
    },
    run: (caller, given) => {
      requireCreateScope(caller.key)
      return cancel(caller, readArguments(CancelArguments, given).id)
    },
  },
  {
    tool: {
      name: 'search_history',
      title: 'Search the history',
      description:
        'Searches the earlier generations of this account, newest first, with what each cost.',
      inputSchema: describeArguments(SearchArguments),
      outputSchema: describeAnswer(HistoryAnswer),
      annotations: readOnly,
    },
    run: async ({ context, account, reader }, given) => {
      const asked = readArguments(SearchArguments, given)
      const { kind, page, page_size: pageSize, only_favorites: onlyFavorites, ...filters } = asked
      const found = await listHistory(context, {
        accountId: account.id,
        kind,
        page,
        pageSize,
        filters: { ...filters, onlyFavorites },
      })
      const generations = found.generations.map((one) => summarize(presentGeneration(one, reader)))
      const { total, totalPages } = found
      return structured({ generations, total, page, total_pages: totalPages, ...free })
    },
  },
  {
    tool: {
      name: 'upload_from_url',
      title: 'Upload a file from an address',
      description:
        'Fetches a file from a public web address and stores it, for the file fields of the tools that generate. It is kept for a day, or for as long as a generation uses it.',
      inputSchema: describeArguments(UploadFromUrlRequest),
      outputSchema: describeAnswer(UploadAnswer),
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
    },
    run: async ({ context, account, key, origins, reader }, given) => {
      requireCreateScope(key)
      const { url, accept } = readArguments(UploadFromUrlRequest, given)
      const resolved = await resolveInputs(context, {
        accountId: account.id,
        origins,
        files: [{ field: 'url', address: url, accept }],
      })
      const [{ media }] = resolved as [(typeof resolved)[number]]
      const { id, content_type, bytes, width, height, duration_ms } = media
      const name = `1.${media.storage_key.split('.').at(-1)}`
      const address = reader.origin + mediaAddress(media, name)
      return structured({
        url: address,
        id,
        content_type,
        bytes,
        width,
        height,
        duration_ms,
        ...free,
      })
    },
  },
]

/** The output of every tool that generates. */
const generationSchema = describeAnswer(GenerationAnswer)

/** Part of every answer of a tool that costs nothing. */
const free = { credits_charged: 0 }

/** Returns the tools of a caller, those of kinds without a model that it may use left out. */
export async function listTools({ context, account }: McpCaller): Promise<Tool[]> {
  const allowed = await readAllowedModels(context, account.id)
  const models = listModels().filter(({ id }) => isModelAllowed(allowed, id))
  const offered = kinds.filter((kind) => models.some((model) => model.kind === kind))
  return [
    ...fixedTools.map(({ tool }) => tool),
    ...offered.map(
      (kind): Tool => ({
        name: generateToolName(kind),
        title: factsOfKind(kind).createSummary,
        description:
          `${factsOfKind(kind).createSummary}. It is charged in credits when it starts and refunded if it fails. ` +
          'The fields depend on the model: list_models has the exact schema of each.',
        inputSchema: generateSchema(kind, allowed) as Tool['inputSchema'],
        outputSchema: generationSchema,
        annotations: {
          readOnlyHint: false,
          destructiveHint: false,
          idempotentHint: false,
          openWorldHint: true,
        },
      }),
    ),
  ]
}

/** Returns what runs a tool; `undefined`: there is none of this name. */
export function findTool(name: string): Run | undefined {
  const kind = kindOfTool(name)
  if (!kind) return fixedTools.find(({ tool }) => tool.name === name)?.run
  return (caller, given, ctx) => {
    requireCreateScope(caller.key)
    return generate(caller, kind, given, ctx)
  }
}

/** Throws 403 `key_scope` for a key that may only read. */
function requireCreateScope({ scopes }: McpCaller['key']): void {
  if (!scopes.includes('create')) throw new HttpError('key_scope')
}

function describeModel(model: Model, settings: StudioSettings, isWhole: boolean) {
  const { id, name, kind, generationType, price, strength, fields } = model
  const prices = Object.keys(price.base).map((tier) => [
    tier,
    basePriceOf(model, tier, pricesOf(settings)),
  ])
  return {
    ...{ model: id, name, kind, generation_type: generationType, tool: generateToolName(kind) },
    ...(strength && { strength: Object.values(strength)[0] }),
    base_credits: Object.fromEntries(prices),
    unit: price.unit,
    ...(isWhole
      ? { input: { type: 'object', ...describeFields(model) } }
      : { fields: Object.keys(fields) }),
  }
}
