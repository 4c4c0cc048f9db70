import { type Command, InvalidArgumentError } from 'commander'
import { parseReason, parseText } from '#platform/command-line/arguments.ts'
import { operatorAction } from '#platform/command-line/operator-action.ts'
import { print } from '#platform/command-line/output.ts'
import type { CommandTools } from '../feature.ts'
import { maxRemovalNote } from './contract.ts'
import { takeDownResult } from './remove-result.ts'
import { listBlockedHashes, unblockHash } from './removed-files.ts'

const sha256 = /^[0-9a-f]{64}$/i

function parseHash(text: string): string {
  if (sha256.test(text)) return text
  throw new InvalidArgumentError('A SHA-256 of 64 hexadecimal digits.')
}

/** For the owner of a result that is removed. */
const parseRemovalNote = parseText('A note', maxRemovalNote)

const why = 'why, for the audit log'

/** `moderation …`: removing results, and the hashes of removed files. */
export function addCommands(program: Command, { withDatabase }: CommandTools): void {
  const moderation = program.command('moderation').description('Reported results')
  moderation
    .command('takedown')
    .description(
      'Remove the result of a generation for everyone, reported or not; it cannot be undone',
    )
    .argument('<id>', 'the id of the generation')
    .requiredOption('--reason <text>', why, parseReason)
    .requiredOption(
      '--note <text>',
      `what its owner reads, ${maxRemovalNote} characters at most`,
      parseRemovalNote,
    )
    .action((id: string, { reason, note }: { reason: string; note: string }) =>
      withDatabase(async (context) => {
        await takeDownResult(context, operatorAction(reason), { id, note })
        print({ id, removed: true })
      }),
    )
  moderation
    .command('hashes')
    .description('SHA-256 of removed files, newest first, 50 at most')
    .option('--find <digits>', 'only those that begin with these digits', '')
    .action(({ find }: { find: string }) =>
      withDatabase(async (context) => {
        for (const hash of await listBlockedHashes(context, find)) print(hash)
      }),
    )
  moderation
    .command('unblock')
    .description('Let people upload and generate a removed file again')
    .argument('<sha256>', 'its SHA-256 (moderation hashes)', parseHash)
    .requiredOption('--reason <text>', why, parseReason)
    .action((hash: string, { reason }: { reason: string }) =>
      withDatabase(async (context) => {
        await unblockHash(context, operatorAction(reason), hash)
        print({ sha256: hash, unblocked: true })
      }),
    )
}
