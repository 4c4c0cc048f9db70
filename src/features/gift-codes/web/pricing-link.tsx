import { Link } from '#web/lib/navigation/link.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { redeemPath } from '../rules.ts'

/** The way to the page that redeems a code. */
export default function RedeemLink() {
  return (
    <p className="mt-2">
      <Link to={redeemPath} className="underline underline-offset-2">
        {m.redeem_have()}
      </Link>
    </p>
  )
}
