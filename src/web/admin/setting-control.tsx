import type { ClaimMapping } from '#core/accounts/rules/claimed-groups.ts'
import type { Permission } from '#core/accounts/rules/roles.ts'
import type { ModelAliases } from '#core/client-apis/contract/model-aliases.ts'
import type { SettingName, StudioSettings } from '#core/settings/studio-settings-rules.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { JsonArea, ListArea, Select } from './setting-inputs.tsx'

/** One setting on the operator's page: what it is called, its value as text, and its form. */
export type SettingControl = {
  name: SettingName
  label: () => string
  hint: () => string
  shown: (settings: StudioSettings) => React.ReactNode
  fields: (settings: StudioSettings) => React.ReactNode
  /** The value of a submitted form; what is not one is refused by the server, by its name. */
  read: (form: FormData) => unknown
  /** What is needed to change it, beside `settings.change`. */
  permission?: Permission
}

/** What a control is called. */
export type Words = Pick<SettingControl, 'label' | 'hint'>

export const none = () => m.admin_setting_none()
/** The text of a field, without spaces around it. */
export const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

export function number(
  name:
    | 'price_percent'
    | 'signup_credits'
    | 'support_refund_limit'
    | 'support_daily_limit'
    | 'terms_version',
  unit: (value: number) => string,
  words: Words,
): SettingControl {
  return {
    name,
    ...words,
    shown: (settings) => unit(settings[name]),
    fields: (settings) => (
      <Field label={words.label()} hint={words.hint()}>
        {(control) => (
          <Input {...control} name={name} inputMode="numeric" defaultValue={settings[name]} />
        )}
      </Field>
    ),
    read: (form) => Number(textIn(form, name)),
  }
}

export function text(
  name: 'studio_name' | 'terms_url' | 'privacy_url' | 'imprint_url',
  words: Words,
): SettingControl {
  return {
    name,
    ...words,
    shown: (settings) => settings[name] ?? none(),
    fields: (settings) => (
      <Field label={words.label()} hint={words.hint()}>
        {(control) => (
          <Input {...control} name={name} maxLength={500} defaultValue={settings[name] ?? ''} />
        )}
      </Field>
    ),
    read: (form) => textIn(form, name) || (name === 'studio_name' ? '' : null),
  }
}

export function choice<
  Name extends 'sign_up' | 'default_visibility' | 'maintenance' | 'mark_results' | 'free_mode',
>(
  name: Name,
  options: readonly { value: StudioSettings[Name]; label: () => string }[],
  words: Words,
): SettingControl {
  const chosen = (value: string) => options.find((option) => String(option.value) === value)
  return {
    name,
    ...words,
    shown: (settings) => chosen(String(settings[name]))?.label() ?? '',
    fields: (settings) => (
      <Field label={words.label()} hint={words.hint()}>
        {(control) => (
          <Select
            control={control}
            name={name}
            value={String(settings[name])}
            options={options.map(({ value, label }) => ({ value: String(value), label: label() }))}
          />
        )}
      </Field>
    ),
    read: (form) => chosen(textIn(form, name))?.value,
  }
}

export function json(
  name: SettingName,
  shown: SettingControl['shown'],
  words: Words,
): SettingControl {
  return {
    name,
    ...words,
    shown,
    fields: (settings) => (
      <Field label={words.label()} hint={words.hint()}>
        {(control) => <JsonArea control={control} name={name} value={settings[name]} />}
      </Field>
    ),
    read: (form) => {
      try {
        return JSON.parse(textIn(form, name))
      } catch {
        return textIn(form, name)
      }
    },
  }
}

/** Names of models that clients of another API use. */
export function aliases(name: SettingName, words: Words): SettingControl {
  const shown = (settings: StudioSettings) =>
    Object.entries(settings[name] as ModelAliases)
      .map(([alias, model]) => `${alias} → ${model}`)
      .join(', ')
  return json(name, (settings) => shown(settings) || none(), words)
}

export function list(
  name: 'email_domains' | 'blocked_emails' | 'model_order',
  empty: () => string,
  words: Words,
): SettingControl {
  return {
    name,
    ...words,
    shown: (settings) => settings[name].join(', ') || empty(),
    fields: (settings) => (
      <Field label={words.label()} hint={words.hint()}>
        {(control) => <ListArea control={control} name={name} values={settings[name]} />}
      </Field>
    ),
    read: (form) =>
      textIn(form, name)
        .split(/[\s,]+/)
        .filter(Boolean),
  }
}

/** What groups of identity providers lead to. */
export const mappingText = (mapping: ClaimMapping<string>) =>
  Object.values(mapping)
    .flatMap((groups) => Object.entries(groups).map(([group, value]) => `${group} → ${value}`))
    .join(', ') || none()
