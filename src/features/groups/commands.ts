import type { Command } from 'commander'
import { loadModels } from '#core/models/load-models.ts'
import { parseReason } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { fail, print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { changeGroupsOf, readGroups, removeGroup, saveGroup } from './change-groups.ts'
import { GroupFacts } from './contract.ts'

export { errorTexts as refusalTexts } from './error-texts.ts'

const why = 'why, for the audit log'

type Reason = { reason: string }

/** `group …`: list, save, delete, assign. */
export function addCommands(program: Command, { withDatabase, readJson }: CommandTools): void {
  const group = program.command('group').description('Groups of accounts and their limits')
  group
    .command('list')
    .description('Groups with their limits and the number of members, one a line')
    .action(() =>
      withDatabase(async (context) => {
        for (const one of await readGroups(context)) print(one)
      }),
    )
  group
    .command('save')
    .description('Create a group, or change the one of --current, from a JSON file')
    .argument('<file>', 'JSON: name, models, daily_cap, job_ceiling, … (docs/operate.md)')
    .option('--current <name>', 'the group that is changed')
    .requiredOption('--reason <text>', why, parseReason)
    .action(async (file: string, { reason, current }: Reason & { current?: string }) => {
      const read = GroupFacts.safeParse(await readJson(file))
      if (!read.success)
        return fail(
          read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'),
        )
      await withDatabase(async (context) => {
        await loadModels(context)
        print(await saveGroup(context, operatorAction(reason), read.data, current))
      })
    })
  group
    .command('delete')
    .description('Delete a group; its members lose its limits')
    .argument('<name>', 'its name')
    .requiredOption('--reason <text>', why, parseReason)
    .action((name: string, { reason }: Reason) =>
      withDatabase((context) => removeGroup(context, operatorAction(reason), name)),
    )
  group
    .command('assign')
    .description('Put an account into these groups, and out of others that operators put it in')
    .argument('[names...]', 'names of groups; none: out of all')
    .requiredOption('--email <address>', 'e-mail address or id')
    .requiredOption('--reason <text>', why, parseReason)
    .action((groups: string[], { email, reason }: Reason & { email: string }) =>
      withDatabase(async (context) => {
        await changeGroupsOf(context, operatorAction(reason), { name: email, groups })
        print({ account: email, groups })
      }),
    )
}
