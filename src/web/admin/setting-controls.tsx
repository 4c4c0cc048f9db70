import type { Allowance } from '#core/accounts/rules/allowances.ts'
import type { Texts } from '#core/settings/studio-settings-rules.ts'
import { type Language, languageFacts, languages } from '#platform/languages/languages.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import { periodText } from './admin-texts.ts'
import { accentColor, logo } from './appearance-controls.tsx'
import {
  choice,
  json,
  list,
  mappingText,
  none,
  number,
  type SettingControl,
  text,
  textIn,
} from './setting-control.tsx'
import { Select } from './setting-inputs.tsx'
import { visibleLabel } from './visible-label-control.tsx'

const allowanceText = (allowance: Allowance | null) =>
  allowance ? `${allowance.credits} · ${periodText(allowance.period)}` : none()

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
const onOff = [
  { value: false, label: m.admin_setting_off },
  { value: true, label: m.admin_setting_on },
]

/** What a feature adds: its file `web/setting-controls.ts`. */
const added = import.meta.glob<SettingPart>('/src/features/*/web/setting-controls.ts', {
  eager: true,
})
type SettingPart = { section: SettingSection; controls: readonly SettingControl[] }

export type SettingSection = 'money' | 'access' | 'look' | 'results' | 'notices'

type Section = { id: SettingSection; title: () => string; controls: readonly SettingControl[] }

const coreSections: readonly Section[] = [
  {
    id: 'money',
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
        'model_providers',
        ({ model_providers: routes }) =>
          Object.entries(routes)
            .map(([model, { policy, order = [] }]) => [model, policy, ...order].join(' '))
            .join(', ') || none(),
        {
          label: m.admin_setting_model_providers,
          hint: () =>
            m.admin_setting_model_providers_hint({
              example: '{"flux-dev": {"policy": "cheapest"}}',
            }),
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
    id: 'access',
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
    id: 'look',
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
    id: 'results',
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
    id: 'notices',
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

/** All settings by their section, in the order of the page; those of features come last in each. */
export const settingSections: readonly Section[] = coreSections.map((section) => ({
  ...section,
  controls: [
    ...section.controls,
    ...Object.values(added).flatMap((part) => (part.section === section.id ? part.controls : [])),
  ],
}))
