import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportedModelView } from '#core/models/admin-models-contract.ts'
import { fetchJson } from '#web/lib/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button, buttonStyle } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { Notice } from '#web/ui/feedback/notices.tsx'
import { FileChooser } from '#web/ui/files/file-chooser.tsx'
import { BackToModels } from './model-details.tsx'
import { ProposedModel } from './proposed-model.tsx'

/** A definition to start from, where none is imported. */
const example = {
  ...{ id: 'my-model', name: 'My model', kind: 'image', generation_type: 'text-to-image' },
  endpoints: [{ id: 'owner/name' }],
  fields: { prompt: { control: 'text', lines: 4, required: true } },
  price: { unit: 'image', base: 10 },
  request: { prompt: { from: 'prompt' } },
  result: 'images',
}

type Source = { endpoint: string } | { document: unknown }

/** A new model, made of an OpenAPI document or written by hand. */
export function NewModel() {
  const [count, setCount] = useState(0)
  const [proposed, setProposed] = useState<ImportedModelView>()
  const propose = useMutation({
    mutationFn: (body: object) =>
      fetchJson<ImportedModelView>('POST', '/api/admin/models/import', { body }),
    onSuccess: (imported) => show(imported),
  })
  const show = (next: ImportedModelView) => {
    setProposed(next)
    setCount(count + 1)
  }
  const write = () => show({ definition: example, unmapped: [], problems: [] })
  return (
    <div className="flex flex-col gap-6">
      <BackToModels />
      <h2 className="text-title">{m.admin_models_add()}</h2>
      <ImportForm
        isBusy={propose.isPending}
        onPropose={(body) => propose.mutate(body)}
        onWrite={write}
      />
      {propose.error && (
        <Notice tone="bad" announce="now">
          {errorText(propose.error, m.admin_no_answer())}
        </Notice>
      )}
      {proposed && <ProposedModel key={count} imported={proposed} />}
    </div>
  )
}

type ImportFormProps = {
  isBusy: boolean
  onPropose: (body: object) => void
  onWrite: () => void
}

/** Where the document comes from, and what one result costs. */
function ImportForm({ isBusy, onPropose, onWrite }: ImportFormProps) {
  const [file, setFile] = useState<File>()
  const [missing, setMissing] = useState<'source' | 'price' | 'file'>()
  const submit = async (form: FormData) => {
    const price = Number(form.get('price'))
    const source = await readSource(form, file).catch(() => null)
    const id = String(form.get('id') ?? '').trim()
    if (source === null) setMissing('file')
    else if (!source) setMissing('source')
    else if (!Number.isInteger(price) || price < 1 || price > 1_000_000) setMissing('price')
    else {
      setMissing(undefined)
      onPropose({ ...source, price, ...(id && { id }) })
    }
  }
  return (
    <form
      noValidate
      className="flex max-w-3xl flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit(new FormData(event.currentTarget))
      }}
    >
      <p className="text-quiet">{m.admin_models_import_text()}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <Field
          label={m.admin_models_endpoint()}
          hint={m.admin_models_endpoint_hint()}
          error={missing === 'source' ? m.admin_models_source_missing() : undefined}
        >
          {(control) => (
            <Input
              {...control}
              name="endpoint"
              placeholder="fal-ai/flux-2"
              maxLength={200}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <Field
          label={m.admin_models_file()}
          error={missing === 'file' ? m.admin_models_file_wrong() : undefined}
        >
          {(control) => (
            <div className="flex min-h-control items-center gap-3">
              <FileChooser
                {...control}
                accept=".json,application/json"
                onPick={([picked]) => setFile(picked)}
                className={buttonStyle()}
              >
                {m.admin_models_choose_file()}
              </FileChooser>
              <span className="min-w-0 truncate text-small text-quiet">{file?.name}</span>
            </div>
          )}
        </Field>
        <Field
          label={m.admin_models_import_price()}
          hint={m.admin_models_import_price_hint()}
          error={missing === 'price' ? m.admin_models_price_wrong() : undefined}
        >
          {(control) => <Input {...control} name="price" inputMode="numeric" autoComplete="off" />}
        </Field>
        <Field label={m.admin_models_id()} hint={m.admin_models_id_hint()}>
          {(control) => (
            <Input
              {...control}
              name="id"
              maxLength={80}
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={isBusy}>
          {m.admin_models_propose()}
        </Button>
        <Button variant="quiet" onClick={onWrite}>
          {m.admin_models_write()}
        </Button>
      </div>
    </form>
  )
}

/** A file counts before an endpoint. Throws where the file is no JSON. */
async function readSource(form: FormData, file: File | undefined): Promise<Source | undefined> {
  if (file) return { document: JSON.parse(await file.text()) }
  const endpoint = String(form.get('endpoint') ?? '').trim()
  return endpoint ? { endpoint } : undefined
}
