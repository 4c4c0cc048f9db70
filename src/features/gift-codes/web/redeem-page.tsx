import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { accountKey, accountQuery } from '#web/lib/account.ts'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import type { RedeemedView } from '../contract.ts'
import { redeemPath } from '../rules.ts'

/**
 * Redeems a gift code: one that is typed, or that of the link. Without a session the person signs in
 * first and returns to the same address.
 */
export function RedeemPage({ title }: { title: string }) {
  const { path } = useLocation()
  const { data: account } = useQuery(accountQuery)
  const ofLink = path.startsWith(`${redeemPath}/`) ? path.slice(redeemPath.length + 1) : ''
  const [redeemed, setRedeemed] = useState<RedeemedView>()
  if (account === undefined) return null
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-6 px-4 pt-6 pb-16 md:pt-16">
      <h1 className="text-title">{title}</h1>
      {redeemed ? (
        <Redeemed redeemed={redeemed} />
      ) : (
        <RedeemForm
          key={ofLink}
          code={ofLink}
          isSignedIn={account !== null}
          onRedeemed={setRedeemed}
        />
      )}
    </div>
  )
}

type RedeemFormProps = {
  /** That of the link. */
  code: string
  isSignedIn: boolean
  onRedeemed: (redeemed: RedeemedView) => void
}

function RedeemForm({ code, isSignedIn, onRedeemed }: RedeemFormProps) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(code)
  const [isMissing, setMissing] = useState(false)
  const redeeming = useMutation({
    mutationFn: (text: string) => request('POST', '/api/codes/redeem', { body: { code: text } }),
    onSuccess: onRedeemed,
    onSettled: () => void client.invalidateQueries({ queryKey: accountKey }),
  })
  const send = () => {
    const text = typed.trim()
    setMissing(text === '')
    if (text === '') return
    if (isSignedIn) return redeeming.mutate(text)
    const returnTo = `${location.pathname.replace(/\/redeem.*$/, redeemPath)}/${encodeURIComponent(text)}`
    askToSignIn({ description: m.redeem_sign_in(), returnTo })
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <p className="text-quiet">{m.redeem_text()}</p>
      <Field label={m.redeem_code()} error={isMissing ? m.redeem_missing() : undefined}>
        {(control) => (
          <Input
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            placeholder="XXXX-XXXX-XXXX-XXXX"
          />
        )}
      </Field>
      {redeeming.error && (
        <Notice tone="bad" announce="now">
          {errorText(redeeming.error, m.redeem_no_answer())}
        </Notice>
      )}
      <Button type="submit" variant="primary" size="large" busy={redeeming.isPending}>
        {isSignedIn ? m.redeem_action() : m.redeem_sign_in_action()}
      </Button>
    </form>
  )
}

function Redeemed({ redeemed: { credits, balance } }: { redeemed: RedeemedView }) {
  return (
    <>
      <Notice tone="good" announce="now" title={m.redeem_done({ credits: formatNumber(credits) })}>
        {m.redeem_balance({ credits: formatNumber(balance) })}
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Link to="/creator/image/text-to-image" className={buttonStyle({ variant: 'primary' })}>
          {m.app_make_an_image()}
        </Link>
        <Link to="/account/credits" className={buttonStyle({})}>
          {m.redeem_ledger()}
        </Link>
      </div>
    </>
  )
}
