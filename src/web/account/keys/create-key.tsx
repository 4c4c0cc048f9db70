import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import type { CreateKey, NewKeyView } from '#core/accounts/contract/keys.ts'
import { request } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { Field, FieldLabel, Input } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { CopyButton } from './code-block.tsx'
import { accessTexts, type KeyAccess, keysQuery, scopesOf } from './keys.ts'

/** The longest name a key may have, in characters (contract, `CreateKey`). */
const maxNameLength = 60

/** Creates a key: its name, and its scopes. */
export function CreateKeyForm({ onMade }: { onMade: (made: NewKeyView) => void }) {
  const client = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const hintId = useId()
  const [name, setName] = useState('')
  const [reach, setReach] = useState<KeyAccess>('create')
  const [isChecked, setChecked] = useState(false)
  const make = useMutation({
    mutationFn: (body: CreateKey) => request('POST', '/api/account/keys', { body }),
    onSuccess: onMade,
    // A key whose answer was lost is in the list nevertheless.
    onSettled: () => void client.invalidateQueries({ queryKey: keysQuery.queryKey }),
  })
  const isNamed = name.trim() !== ''

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!isNamed) input.current?.focus()
    else if (!make.isPending) make.mutate({ name: name.trim(), scopes: scopesOf[reach] })
  }
  return (
    <form
      noValidate
      aria-label={m.keys_make_title()}
      onSubmit={submit}
      className="flex max-w-md flex-col gap-5"
    >
      <Field
        label={m.keys_name()}
        hint={m.keys_name_hint()}
        error={isChecked && !isNamed ? m.keys_name_missing() : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={input}
            maxLength={maxNameLength}
            autoComplete="off"
            placeholder={m.keys_name_example()}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-col gap-1.5">
        <FieldLabel>{m.keys_reach()}</FieldLabel>
        <Segmented
          label={m.keys_reach()}
          options={(['create', 'read'] as const).map((value) => ({
            value,
            label: accessTexts[value].name(),
          }))}
          value={reach}
          onChange={setReach}
          describedBy={hintId}
        />
        <p id={hintId} className="text-small text-quiet">
          {accessTexts[reach].hint()}
        </p>
      </div>
      {make.error && (
        <Notice tone="bad" announce="now">
          {errorText(make.error, m.keys_make_no_answer())}
        </Notice>
      )}
      <div>
        <Button type="submit" variant="primary" busy={make.isPending}>
          {make.isPending ? m.keys_making() : m.keys_make()}
        </Button>
      </div>
    </form>
  )
}

/** The key, the only time that it is shown. */
export function NewKey({ made, onDone }: { made: NewKeyView; onDone: () => void }) {
  const place = useRef<HTMLElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={m.keys_made({ name: made.name })}
      className="flex flex-col gap-4 outline-none"
    >
      <p className="font-medium wrap-anywhere">{m.keys_made({ name: made.name })}</p>
      <div className="flex flex-wrap items-center gap-3 rounded-control border border-edge bg-raised py-2 pr-2 pl-3">
        <code className="min-w-0 flex-1 basis-56 font-mono text-body break-all">{made.key}</code>
        <CopyButton text={made.key} label={m.keys_copy()} variant="primary" />
      </div>
      <Notice tone="warn">{m.keys_once()}</Notice>
      <div>
        <Button onClick={onDone}>{m.keys_make_another()}</Button>
      </div>
    </section>
  )
}
