import { useQuery } from '@tanstack/react-query'
import type { AccountView } from '#core/accounts/contract/account.ts'
import type { FormValues } from '#core/models/rules/form-values.ts'
import type { Model } from '#core/models/rules/model.ts'
import { type Prices, priceOf } from '#core/models/rules/price.ts'
import { accountQuery } from '#web/lib/account.ts'
import { serverNow } from '#web/lib/api.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useIsFree } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { formatPrice } from '#web/shared/format-price.ts'
import { SpendButton } from '#web/shared/start/spend-button.tsx'
import { CircleAlert, Info, TriangleAlert } from '#web/ui/icons/basic-icons.ts'
import { formTexts } from '../create-kinds.ts'
import { PriceDetails } from './price-details.tsx'
import type { SeveralPrompts } from './prompt-recipes.ts'
import { spendingNote } from './spending-note.ts'

type SubmitBarProps = {
  /** The id of the form that the button submits. */
  formId: string
  model: Model
  /** The effective values. */
  values: FormValues
  prices: Prices
  isUnderWay: boolean
  /** Uploads are in progress; nothing starts before they are done. */
  isUploading: boolean
  /** The prompt stands for several, which the button shows first. */
  several: SeveralPrompts | undefined
}

/** The balance, the price, and the button that starts the generation. */
export function SubmitBar({
  formId,
  model,
  values,
  prices,
  isUnderWay,
  isUploading,
  several,
}: SubmitBarProps) {
  const price = priceOf(model, values, prices)
  const { data: account, dataUpdatedAt: seenAt } = useQuery(accountQuery)
  const balance = account?.credits.left_credits
  return (
    <>
      {account && (
        <SpendingLine
          account={account}
          price={several?.total?.credits ?? price.credits}
          seenAt={seenAt}
        />
      )}
      <div className="min-w-0 flex-1">
        {balance !== undefined && <Balance credits={balance} />}
        {isUploading && <p className="text-small text-quiet">{m.create_wait_for_upload()}</p>}
        {account === null && !isUploading && (
          <p className="text-small text-quiet">{m.create_sign_in_first()}</p>
        )}
      </div>
      <div className="flex max-md:flex-[2]">
        <SpendButton
          type="submit"
          form={formId}
          aria-disabled={isUploading || undefined}
          variant="primary"
          size="large"
          data-tip={m.create_shortcut()}
          data-tip-side="above"
          aria-keyshortcuts="Control+Enter Meta+Enter"
          className="rounded-r-none max-md:flex-1"
        >
          {several
            ? severalText(several)
            : formTexts(model).submit({
                count: price.quantity,
                credits: formatPrice(price),
              })}
          {isUnderWay && (
            <span
              aria-hidden
              className="sweep absolute inset-x-0 bottom-0 h-0.5 w-1/4 bg-current"
            />
          )}
        </SpendButton>
        <PriceDetails
          form={model}
          tier={model.price.tier(values)}
          price={price}
          balance={balance}
        />
      </div>
      <span role="status" className="sr-only">
        {isUnderWay && m.create_sending()}
      </span>
    </>
  )
}

function severalText({ count, total }: SeveralPrompts): string {
  return total === undefined
    ? m.prompts_submit_choice()
    : m.prompts_submit({ count, credits: formatPrice(total) })
}

function Balance({ credits }: { credits: number }) {
  const isFree = useIsFree()
  const amount = formatNumber(credits)
  return (
    <p className="text-body leading-tight tabular-nums">
      <span className="sr-only">{m.create_balance_label()}: </span>
      {isFree
        ? m.app_balance_left({ credits: amount })
        : m.create_credits({ count: credits, amount })}
    </p>
  )
}

type SpendingLineProps = { account: AccountView; price: number; seenAt: number }

const looks = {
  bad: { Icon: CircleAlert, colour: 'text-bad' },
  warn: { Icon: TriangleAlert, colour: 'text-warn' },
  plain: { Icon: Info, colour: 'text-quiet' },
}

/**
 * A note about limits, where one is needed before the button is pressed; a line of its own above
 * it.
 */
function SpendingLine({ account, price, seenAt }: SpendingLineProps) {
  const isFree = useIsFree()
  const note = spendingNote({ account, isFree, price, seenAt, now: serverNow() })
  if (!note) return null
  const { Icon, colour } = looks[note.tone]
  return (
    <p className={`flex w-full gap-1.5 text-small tabular-nums ${colour}`}>
      <Icon size={14} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {note.text}{' '}
        {note.link && (
          <Link
            to={note.link.to}
            className="rounded-control whitespace-nowrap underline underline-offset-2"
          >
            {note.link.label}
          </Link>
        )}
      </span>
    </p>
  )
}
