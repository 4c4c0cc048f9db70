import type { ClaimMapping } from '#core/accounts/rules/claimed-groups.ts'
import type { Allowance } from '#core/accounts/rules/groups.ts'
import type { Permission } from '#core/accounts/rules/roles.ts'
import type { SettingName, StudioSettings, Texts } from '#core/settings/rules/studio-settings.ts'
import { type Language, languageFacts, languages } from '#platform/languages/languages.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { periodText } from './admin-texts.ts'
import { accentColor, logo } from './appearance-controls.tsx'
import { JsonArea, ListArea, Select } from './setting-inputs.tsx'
import { visibleLabel } from './visible-label-control.tsx'

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

type Words = Pick<SettingControl, 'label' | 'hint'>

const none = () => m.admin_setting_none()
const textIn = (form: FormData, name: string) => String(form.get(name) ?? '').trim()

function number(
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

function text(
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

function choice<
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

type JsonSetting =
  | 'model_prices'
  | 'model_costs'
  | 'openai_aliases'
  | 'credit_packs'
  | 'free_allowance'
  | 'group_groups'
  | 'group_roles'

function json(name: JsonSetting, shown: SettingControl['shown'], words: Words): SettingControl {
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

const allowanceText = (allowance: Allowance | null) =>
  allowance ? `${allowance.credits} · ${periodText(allowance.period)}` : none()

const mappingText = (mapping: ClaimMapping<string>) =>
  Object.values(mapping)
    .flatMap((groups) => Object.entries(groups).map(([group, value]) => `${group} → ${value}`))
    .join(', ') || none()

const shownTexts = (texts: Texts) => Object.values(texts).join(' · ') || none()

function TextFields({ name, texts, label }: { name: string; texts: Texts; label: string }) {
  return languages.map((language) => (
    <Field key={language} label={`${label} (${languageFacts[language].name})`}>
      {(control) => (
        <Input
          {...control}
          name={`${name}.${language}`}
          maxLength={500}
          defaultValue={texts[language] ?? ''}
        />
      )}
    </Field>
  ))
}

function readTexts(form: FormData, name: string): Partial<Record<Language, string>> {
  return Object.fromEntries(
    languages
      .map((language) => [language, textIn(form, `${name}.${language}`)])
      .filter(([, value]) => value),
  )
}

const banner: SettingControl = {
  name: 'banner',
  label: m.admin_setting_banner,
  hint: m.admin_setting_banner_hint,
  shown: ({ banner: shown }) => (shown ? shownTexts(shown.text) : none()),
  fields: ({ banner: shown }) => (
    <>
      <TextFields name="banner" texts={shown?.text ?? {}} label={m.admin_setting_banner()} />
      <p className="text-small text-quiet">{m.admin_setting_banner_hint()}</p>
      <Field label={m.admin_setting_tone()}>
        {(control) => (
          <Select
            control={control}
            name="tone"
            value={shown?.tone ?? 'info'}
            options={[
              { value: 'info', label: m.admin_setting_tone_info() },
              { value: 'warning', label: m.admin_setting_tone_warning() },
            ]}
          />
        )}
      </Field>
    </>
  ),
  read: (form) => {
    const texts = readTexts(form, 'banner')
    return Object.keys(texts).length > 0 ? { text: texts, tone: form.get('tone') } : null
  },
}

const footer: SettingControl = {
  name: 'footer',
  label: m.admin_setting_footer,
  hint: m.admin_setting_footer_hint,
  shown: (settings) => shownTexts(settings.footer),
  fields: (settings) => (
    <TextFields name="footer" texts={settings.footer} label={m.admin_setting_footer()} />
  ),
  read: (form) => readTexts(form, 'footer'),
}

/** Words with commas or lines between them. */
function list(
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

const onOff = [
  { value: false, label: m.admin_setting_off },
  { value: true, label: m.admin_setting_on },
]

/** All settings by their section, in the order of the page. */
export const settingSections: readonly {
  title: () => string
  controls: readonly SettingControl[]
}[] = [
  {
    title: m.admin_settings_money,
    controls: [
      number('price_percent', (value) => `${value} %`, {
        label: m.admin_setting_price_percent,
        hint: m.admin_setting_price_percent_hint,
      }),
      json(
        'model_prices',
        ({ model_prices: prices }) =>
          Object.entries(prices)
            .map(([model, credits]) => `${model} ${credits}`)
            .join(', ') || none(),
        {
          label: m.admin_setting_model_prices,
          hint: () => m.admin_setting_model_prices_hint({ example: '{"flux-dev": 25}' }),
        },
      ),
      json(
        'model_costs',
        ({ model_costs: costs }) =>
          Object.entries(costs)
            .map(([model, cents]) => `${model} ${cents} ¢`)
            .join(', ') || none(),
        {
          label: m.admin_setting_model_costs,
          hint: () =>
            m.admin_setting_model_costs_hint({ example: '{"flux-dev": 2.5, "flux-schnell": 0.3}' }),
        },
      ),
      json(
        'openai_aliases',
        ({ openai_aliases: aliases }) =>
          Object.entries(aliases)
            .map(([alias, model]) => `${alias} → ${model}`)
            .join(', ') || none(),
        {
          label: m.admin_setting_openai_aliases,
          hint: () =>
            m.admin_setting_openai_aliases_hint({ example: '{"gpt-image-1": "flux-dev"}' }),
        },
      ),
      json(
        'credit_packs',
        ({ credit_packs: { currency, packs } }) =>
          packs
            .map(({ credits, amount }) => `${credits} · ${amount / 100} ${currency.toUpperCase()}`)
            .join(', '),
        { label: m.admin_setting_credit_packs, hint: m.admin_setting_credit_packs_hint },
      ),
      number('signup_credits', String, {
        label: m.admin_setting_signup_credits,
        hint: m.admin_setting_signup_credits_hint,
      }),
      choice('free_mode', onOff, {
        label: m.admin_setting_free_mode,
        hint: m.admin_setting_free_mode_hint,
      }),
      json('free_allowance', ({ free_allowance: found }) => allowanceText(found), {
        label: m.admin_setting_free_allowance,
        hint: () =>
          m.admin_setting_free_allowance_hint({ example: '{"credits": 500, "period": "week"}' }),
      }),
      number('support_refund_limit', String, {
        label: m.admin_setting_support_refund_limit,
        hint: m.admin_setting_support_refund_limit_hint,
      }),
      number('support_daily_limit', String, {
        label: m.admin_setting_support_daily_limit,
        hint: m.admin_setting_support_daily_limit_hint,
      }),
    ],
  },
  {
    title: m.admin_settings_access,
    controls: [
      choice(
        'sign_up',
        [
          { value: 'open', label: m.admin_setting_open },
          { value: 'invitation', label: m.admin_setting_invitation },
          { value: 'approval', label: m.admin_setting_approval },
          { value: 'closed', label: m.admin_setting_closed },
        ],
        { label: m.admin_setting_sign_up, hint: m.admin_setting_sign_up_hint },
      ),
      list('email_domains', m.admin_setting_all, {
        label: m.admin_setting_email_domains,
        hint: m.admin_setting_email_domains_hint,
      }),
      list('blocked_emails', none, {
        label: m.admin_setting_blocked_emails,
        hint: m.admin_setting_blocked_emails_hint,
      }),
      json('group_groups', ({ group_groups: found }) => mappingText(found), {
        label: m.admin_setting_group_groups,
        hint: () => m.admin_setting_group_groups_hint({ example: '{"acme": {"staff": "Staff"}}' }),
      }),
      {
        ...json('group_roles', ({ group_roles: found }) => mappingText(found), {
          label: m.admin_setting_group_roles,
          hint: () =>
            m.admin_setting_group_roles_hint({ example: '{"acme": {"helpdesk": "support"}}' }),
        }),
        permission: 'roles.change',
      },
      choice(
        'default_visibility',
        [
          { value: 'public', label: m.admin_setting_public },
          { value: 'private', label: m.admin_setting_private },
        ],
        {
          label: m.admin_setting_default_visibility,
          hint: m.admin_setting_default_visibility_hint,
        },
      ),
    ],
  },
  {
    title: m.admin_settings_look,
    controls: [
      text('studio_name', {
        label: m.admin_setting_studio_name,
        hint: m.admin_setting_studio_name_hint,
      }),
      logo,
      accentColor,
      list('model_order', none, {
        label: m.admin_setting_model_order,
        hint: m.admin_setting_model_order_hint,
      }),
      footer,
      text('terms_url', { label: m.admin_setting_terms_url, hint: m.admin_setting_url_hint }),
      text('privacy_url', { label: m.admin_setting_privacy_url, hint: m.admin_setting_url_hint }),
      number('terms_version', String, {
        label: m.admin_setting_terms_version,
        hint: m.admin_setting_terms_version_hint,
      }),
      text('imprint_url', { label: m.admin_setting_imprint_url, hint: m.admin_setting_url_hint }),
    ],
  },
  {
    title: m.admin_settings_results,
    controls: [
      choice('mark_results', onOff, {
        label: m.admin_setting_mark_results,
        hint: m.admin_setting_mark_results_hint,
      }),
      visibleLabel,
    ],
  },
  {
    title: m.admin_settings_notices,
    controls: [
      banner,
      choice('maintenance', onOff, {
        label: m.admin_setting_maintenance,
        hint: m.admin_setting_maintenance_hint,
      }),
    ],
  },
]
