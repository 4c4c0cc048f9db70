import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedModelView } from '#core/models/admin-models-contract.ts'
import { QueryResult } from '#web/admin/admin-section.tsx'
import { ProposedModel } from '#web/admin/models/proposed-model.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { Link } from '#web/lib/navigation/link.tsx'
import { useLocation } from '#web/lib/navigation/location.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { type Chosen, libraryQuery, proposalQuery } from './library-query.ts'
import { priceText } from './price-text.ts'

/** What would be saved of an endpoint, with a proposed price, to be corrected and saved. */
export function AddEndpoint({ chosen }: { chosen: Chosen }) {
  const { path } = useLocation()
  const [price, setPrice] = useState<number>()
  const proposal = useQuery(proposalQuery(chosen, price))
  return (
    <div className="flex flex-col gap-6">
      <p>
        <Link to={path} className="underline underline-offset-2">
          {m.admin_library_back()}
        </Link>
      </p>
      <h2 className="text-title wrap-anywhere">
        {m.admin_library_add_name({ endpoint: chosen.endpoint })}
      </h2>
      <QueryResult query={proposal}>
        {(imported) => (
          <>
            {imported.definition && price === undefined && (
              <Price chosen={chosen} imported={imported} onPrice={setPrice} />
            )}
            <ProposedModel key={price ?? 0} imported={imported} />
          </>
        )}
      </QueryResult>
    </div>
  )
}

type PriceProps = { chosen: Chosen; imported: ImportedModelView; onPrice: (price: number) => void }

/** Where the proposed price comes from; a form for one where there is none. */
function Price({ chosen, imported: { definition }, onPrice }: PriceProps) {
  const { provider, endpoint } = chosen
  const searched = { find: endpoint, provider, category: undefined, added: undefined }
  const { data } = useQuery(libraryQuery({ ...searched, after: undefined }))
  const listed = data?.data.find((one) => one.endpoint === endpoint)?.price
  const { base } = (definition?.price ?? {}) as { base?: unknown }
  if (typeof base !== 'number')
    return (
      <>
        <Notice tone="warn">
          {m.admin_library_unpriced()} {listed && priceText(listed)}
        </Notice>
        <PriceForm onPrice={onPrice} />
      </>
    )
  const credits = formatNumber(base)
  return (
    listed && <Notice>{m.admin_library_proposed({ credits, price: priceText(listed) })}</Notice>
  )
}

function PriceForm({ onPrice }: { onPrice: (price: number) => void }) {
  const [isWrong, setIsWrong] = useState(false)
  const submit = (form: FormData) => {
    const price = Number(form.get('price'))
    const isPrice = Number.isInteger(price) && price >= 1 && price <= 1_000_000
    setIsWrong(!isPrice)
    if (isPrice) onPrice(price)
  }
  return (
    <form
      noValidate
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit(new FormData(event.currentTarget))
      }}
    >
      <Field
        label={m.admin_models_import_price()}
        error={isWrong ? m.admin_models_price_wrong() : undefined}
      >
        {(control) => <Input {...control} name="price" inputMode="numeric" autoComplete="off" />}
      </Field>
      <Button type="submit">{m.admin_library_use_price()}</Button>
    </form>
  )
}
