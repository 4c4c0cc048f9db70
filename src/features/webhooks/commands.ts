import { type Command, InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { type OperatorEvent, operatorEvents } from '#core/operators/rules.ts'
import { parseId, parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { OperatorEndpoint, OperatorEndpointChange } from './admin-contract.ts'
import {
  listDeliveries,
  listEndpoints,
  repeatMessage,
  type WebhookEndpointRow,
} from './manage-endpoints.ts'
import {
  changeOperatorWebhook,
  createOperatorWebhook,
  deleteOperatorWebhook,
  queueOperatorTest,
  replaceOperatorSecret,
} from './operator-webhooks.ts'
import { operatorsId } from './rules.ts'

const why = 'why, for the audit log'
const anId = 'the id of the webhook (webhook list)'

type Reason = { reason: string }
type Options = Reason & { url?: string; events?: OperatorEvent[]; enabled?: boolean }

/** `webhook …`: create, list, change, secret, delete, test, messages, repeat. */
export function addCommands(program: Command, tools: CommandTools): void {
  const webhook = program
    .command('webhook')
    .description('Webhooks of operators: events of all accounts, sent to your own server')
  addManaging(webhook, tools)
  addMessages(webhook, tools)
}

function addManaging(webhook: Command, { withDatabase }: CommandTools): void {
  const events = `separated by commas: ${operatorEvents.join(', ')}`
  webhook
    .command('create')
    .description('Send events to an address; prints the secret, which is shown only once')
    .requiredOption('--url <address>', 'on the internet, on port 80 or 443')
    .option('--events <types>', `${events}; else all`, parseEvents, [...operatorEvents])
    .requiredOption('--reason <text>', why, parseReason)
    .action(async ({ reason, ...given }: Options) => {
      const wanted = read(OperatorEndpoint, given)
      if (!wanted) return
      await withDatabase(async (context) => {
        const row = await createOperatorWebhook(context, operatorAction(reason), wanted)
        print({ ...shown(row), secret: row.secret })
      })
    })
  webhook
    .command('list')
    .description('Webhooks, newest first, one a line')
    .action(() =>
      withDatabase(async (context) => {
        for (const row of await listEndpoints(context, operatorsId)) print(shown(row))
      }),
    )
  webhook
    .command('change')
    .description('Change, enable or disable a webhook')
    .argument('<id>', anId, parseId)
    .option('--url <address>', 'on the internet, on port 80 or 443')
    .option('--events <types>', events, parseEvents)
    .option('--enabled', 'send messages there again')
    .option('--no-enabled', 'send nothing there; messages that wait end')
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (id: string, { reason, enabled, ...given }: Options) => {
      const change = read(OperatorEndpointChange, {
        ...given,
        ...(enabled !== undefined && { is_enabled: enabled }),
      })
      if (!change) return
      await withDatabase(async (context) => {
        print(shown(await changeOperatorWebhook(context, operatorAction(reason), { id, change })))
      })
    })
  webhook
    .command('secret')
    .description('Replace the secret; for a day messages have signatures of both')
    .argument('<id>', anId, parseId)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { reason }: Reason) =>
      withDatabase(async (context) => {
        const row = await replaceOperatorSecret(context, operatorAction(reason), id)
        print({ ...shown(row), secret: row.secret })
      }),
    )
  webhook
    .command('delete')
    .description('Delete a webhook and its messages')
    .argument('<id>', anId, parseId)
    .requiredOption('--reason <text>', why, parseReason)
    .action((id: string, { reason }: Reason) =>
      withDatabase(async (context) => {
        await deleteOperatorWebhook(context, operatorAction(reason), id)
        print({ id, deleted: true })
      }),
    )
}

function addMessages(webhook: Command, { withDatabase }: CommandTools): void {
  webhook
    .command('test')
    .description('Queue a message that tries a webhook; a worker sends it within seconds')
    .argument('<id>', anId, parseId)
    .action((id: string) =>
      withDatabase(async (context) => print({ queued: await queueOperatorTest(context, id) })),
    )
  webhook
    .command('messages')
    .description('The newest 100 messages to a webhook, newest first, one a line')
    .argument('<id>', anId, parseId)
    .action((id: string) =>
      withDatabase(async (context) => {
        const found = await listDeliveries(context, { accountId: operatorsId, id })
        for (const { account_id: _, ...message } of found) print(message)
      }),
    )
  webhook
    .command('repeat')
    .description('Send a message again that was delivered or given up')
    .argument('<id>', anId, parseId)
    .argument('<message>', 'the id of the message (webhook messages)', parseId)
    .action((id: string, message: string) =>
      withDatabase(async (context) => {
        await repeatMessage(context, { accountId: operatorsId, id }, message)
        print({ queued: message })
      }),
    )
}

function parseEvents(given: string): OperatorEvent[] {
  const names = given.split(',').map((name) => name.trim())
  const known = operatorEvents.filter((event) => names.includes(event))
  if (known.length === new Set(names).size) return known
  throw new InvalidArgumentError(`One or more of ${operatorEvents.join(', ')}.`)
}

/** Checks what was given as the API does; prints which field is wrong. */
function read<Schema extends z.ZodType>(schema: Schema, given: object): z.infer<Schema> | null {
  const { success, data, error } = schema.safeParse(given)
  if (success) return data
  fail(error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
  return null
}

function shown({ id, url, events, disabled_reason, created_at }: WebhookEndpointRow) {
  return { id, url, events, disabled_reason, created_at }
}
