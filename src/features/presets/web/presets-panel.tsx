import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { findModel } from '#core/models/rules/catalogue.ts'
import { saveCarriedInputs } from '#web/create/start/carry-over.ts'
import { writeDraft } from '#web/create/start/draft.ts'
import type { DraftForm } from '#web/create/start/use-draft.ts'
import { accountQuery } from '#web/lib/account.ts'
import { errorText } from '#web/lib/error-text.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { askToSignIn } from '#web/lib/prompts.ts'
import { m } from '#web/messages/compiled/messages.js'
import { fieldText } from '#web/shared/field-texts.ts'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { PencilLine } from '#web/ui/icons/account-icons.ts'
import { Trash2 } from '#web/ui/icons/media-icons.ts'
import type { PresetView } from '../contract.ts'
import { maxPresetName } from '../rules.ts'
import { settingsOf, withPreset } from './preset.ts'
import { presetsQuery, usePresetActions } from './use-presets.ts'

type PanelProps = { form: DraftForm; onClose: () => void }

/** The account's presets for a form, and a line to save its present settings. */
export function PresetsPanel({ form, onClose }: PanelProps) {
  const { generationType } = form.draft.model
  const { data: account } = useQuery(accountQuery)
  const found = useQuery({ ...presetsQuery(generationType), enabled: Boolean(account) })
  const [renamed, setRenamed] = useState<string>()
  if (account === null) return <SignInFirst />
  if (found.error) return <p className="px-3 py-2 text-bad">{errorText(found.error)}</p>
  if (!found.data) return <p className="px-3 py-2 text-quiet">{m.presets_loading()}</p>
  const apply = (preset: PresetView) => {
    onClose()
    applyPreset(preset, form)
  }
  return (
    <>
      {found.data.length === 0 ? (
        <p className="px-3 py-2 text-body text-quiet">{m.presets_none()}</p>
      ) : (
        <ul aria-label={m.presets_title()} className="max-h-[40dvh] overflow-y-auto">
          {found.data.map((preset) => (
            <PresetLine
              key={preset.id}
              preset={preset}
              isRenamed={renamed === preset.id}
              onRename={(isOpen) => setRenamed(isOpen ? preset.id : undefined)}
              onApply={() => apply(preset)}
            />
          ))}
        </ul>
      )}
      <SavePreset form={form} />
    </>
  )
}

function SignInFirst() {
  return (
    <div className="flex flex-col items-start gap-2 px-3 py-2">
      <p className="text-body text-quiet">{m.presets_sign_in()}</p>
      <Button size="small" onClick={() => askToSignIn({ description: m.presets_sign_in() })}>
        {m.app_sign_in()}
      </Button>
    </div>
  )
}

type PresetLineProps = {
  preset: PresetView
  isRenamed: boolean
  onRename: (isOpen: boolean) => void
  onApply: () => void
}

function PresetLine({ preset, isRenamed, onRename, onApply }: PresetLineProps) {
  const { rename, remove } = usePresetActions(preset.generation_type)
  if (isRenamed)
    return (
      <li className="px-3 py-2">
        <NameLine
          label={m.presets_new_name({ name: preset.name })}
          action={m.presets_rename()}
          initially={preset.name}
          isBusy={rename.isPending}
          error={rename.error}
          onSubmit={(name) =>
            rename.mutate({ id: preset.id, name }, { onSuccess: () => onRename(false) })
          }
          onCancel={() => onRename(false)}
        />
      </li>
    )
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        onClick={onApply}
        className="min-w-0 flex-1 rounded-control px-3 py-2 text-left transition-colors hover:bg-hover"
      >
        <span className="block truncate text-body">{preset.name}</span>
        <span className="block truncate text-small text-quiet">
          {findModel(preset.model, preset.generation_type)?.name ?? preset.model}
        </span>
      </button>
      <IconButton
        icon={PencilLine}
        small
        label={m.presets_rename_one({ name: preset.name })}
        onClick={() => onRename(true)}
      />
      <IconButton
        icon={Trash2}
        small
        label={m.presets_delete({ name: preset.name })}
        onClick={() => remove(preset)}
      />
    </li>
  )
}

function SavePreset({ form }: { form: DraftForm }) {
  const { model, values } = form.draft
  const { save } = usePresetActions(model.generationType)
  const [count, setCount] = useState(0)
  return (
    <div className="mt-1.5 border-t border-line px-3 pt-3 pb-2">
      <NameLine
        key={count}
        label={m.presets_save_as()}
        hint={m.presets_what()}
        action={m.presets_save()}
        initially=""
        isBusy={save.isPending}
        error={save.error}
        onSubmit={(name) =>
          save.mutate(
            {
              name,
              generation_type: model.generationType,
              model: model.id,
              settings: settingsOf(model, values),
            },
            { onSuccess: () => setCount(count + 1) },
          )
        }
      />
    </div>
  )
}

type NameLineProps = {
  label: string
  hint?: string
  action: string
  initially: string
  isBusy: boolean
  error: Error | null
  onSubmit: (name: string) => void
  onCancel?: () => void
}

/** A name and its button. It is inside the form of the page, so Enter is handled here. */
function NameLine({
  label,
  hint,
  action,
  initially,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: NameLineProps) {
  const [name, setName] = useState(initially)
  const trimmed = name.trim()
  const submit = () => {
    if (trimmed !== '' && !isBusy) onSubmit(trimmed)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && onCancel) onCancel()
    else if (event.key === 'Enter') submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field label={label} hint={hint} error={error ? errorText(error) : undefined}>
      {(props) => (
        <div className="flex gap-2">
          <Input
            {...props}
            value={name}
            maxLength={maxPresetName}
            autoComplete="off"
            autoFocus={onCancel !== undefined}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <Button busy={isBusy} aria-disabled={trimmed === '' || undefined} onClick={submit}>
            {action}
          </Button>
        </div>
      )}
    </Field>
  )
}

function applyPreset(preset: PresetView, form: DraftForm): void {
  const applied = withPreset(form.draft, preset)
  if (!applied) {
    toast(m.presets_no_model({ model: preset.model }), { tone: 'warn' })
    return
  }
  const { draft, ignored } = applied
  const { generationType, id } = draft.model
  const path = formPath({ generationType, model: id })
  const isHere = path === formPath({ generationType, model: form.draft.model.id })
  if (isHere) form.change(draft)
  else {
    writeDraft(generationType, draft)
    saveCarriedInputs(draft)
    navigate(path)
  }
  const names = ignored.map((name) => fieldText(name, draft.model).label())
  toast(m.presets_applied({ name: preset.name }), {
    ...(names.length > 0 && {
      tone: 'warn',
      description: m.presets_ignored({ names: names.join(m.create_link_ignored_separator()) }),
    }),
  })
}
