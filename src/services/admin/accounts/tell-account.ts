import type { ServiceContext } from '../../context.ts'

/**
 * The account's open tabs look again. No generation has the account's id; whoever follows the
 * account hears of it.
 */
export function notifyAccountChanged(
  { changes }: Pick<ServiceContext, 'changes'>,
  accountId: string,
): void {
  changes.publish({ accountId, generationId: accountId })
}
