import { useState } from 'react'
import type { AllowancePeriod } from '#core/accounts/rules/allowances.ts'
import { ActionButton } from '#web/admin/action-dialog.tsx'
import { periodText } from '#web/admin/admin-texts.ts'
import { ListArea, Select } from '#web/admin/setting-inputs.tsx'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'
import type { AdminGroupView } from '../contract.ts'

/** Quotas are stored in bytes. */
const gigabyte = 1024 ** 3

const numbers = [
  { name: 'daily_cap', label: m.admin_group_cap },
  { name: 'job_ceiling', label: m.admin_group_ceiling },
  { name: 'storage_quota', label: m.admin_group_quota },
  { name: 'creates_per_minute', label: m.admin_group_rate },
  { name: 'retention_days', label: m.admin_group_retention },
] as const

const periods: readonly AllowancePeriod[] = ['day', 'week', 'month']

type Wrong = 'name' | 'allowance' | (typeof numbers)[number]['name']

/** Asks for the name and the limits of a group, and saves them. `group`: the one that is changed. */
export function SaveGroup({ group }: { group?: AdminGroupView }) {
  const [wrong, setWrong] = useState<readonly Wrong[]>([])
  const read = (form: FormData) => {
    const { facts, invalid } = readGroup(form)
    setWrong(invalid)
    return invalid.length > 0 ? null : { group: facts, ...(group && { current: group.name }) }
  }
  return (
    <ActionButton
      act={{
        title: group ? m.admin_group_change() : m.admin_group_new(),
        ...(group && { name: m.admin_group_change_name({ name: group.name }) }),
        path: '/api/admin/groups',
        fields: <GroupFields group={group} wrong={wrong} />,
        body: read,
      }}
    />
  )
}

/** The content of the form, and the fields that are wrong. An empty number is no limit. */
function readGroup(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)))
  const isWrong = (name: string, value = number(name)) =>
    value !== null && !(Number.isInteger(value) && value >= 1)
  const quota = number('storage_quota')
  const bytes = quota === null ? null : Math.round(quota * gigabyte)
  const invalid: Wrong[] = [
    ...(text('name') === '' ? (['name'] as const) : []),
    ...numbers
      .map(({ name }) => name)
      .filter((name) => isWrong(name, name === 'storage_quota' ? bytes : number(name))),
    ...(isWrong('allowance') ? (['allowance'] as const) : []),
  ]
  const models = text('models').split(/\s+/).filter(Boolean)
  const credits = number('allowance')
  const allowance = credits !== null && {
    credits,
    period: text('period'),
    is_cumulative: form.get('is_cumulative') === 'on',
  }
  const facts = {
    name: text('name'),
    models: models.length > 0 ? models : null,
    daily_cap: number('daily_cap'),
    job_ceiling: number('job_ceiling'),
    storage_quota: bytes,
    creates_per_minute: number('creates_per_minute'),
    retention_days: number('retention_days'),
    allowance: allowance || null,
  }
  return { facts, invalid }
}

type GroupFieldsProps = { group: AdminGroupView | undefined; wrong: readonly Wrong[] }

function GroupFields({ group, wrong }: GroupFieldsProps) {
  const shownValue = (name: (typeof numbers)[number]['name']) => {
    const value = group?.[name] ?? null
    return value !== null && name === 'storage_quota' ? value / gigabyte : (value ?? '')
  }
  const errorOf = (name: Wrong) => (wrong.includes(name) ? m.admin_group_number_wrong() : undefined)
  return (
    <>
      <Field
        label={m.admin_group_name()}
        error={wrong.includes('name') ? m.admin_group_name_missing() : undefined}
      >
        {(control) => <Input {...control} name="name" maxLength={60} defaultValue={group?.name} />}
      </Field>
      <Field label={m.admin_group_models()} hint={m.admin_group_models_hint()}>
        {(control) => <ListArea control={control} name="models" values={group?.models ?? []} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {numbers.map(({ name, label }) => (
          <Field key={name} label={label()} hint={m.admin_group_empty_hint()} error={errorOf(name)}>
            {(control) => (
              <Input
                {...control}
                name={name}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={shownValue(name)}
              />
            )}
          </Field>
        ))}
        <Field
          label={m.admin_group_allowance()}
          hint={m.admin_group_allowance_hint()}
          error={errorOf('allowance')}
        >
          {(control) => (
            <Input
              {...control}
              name="allowance"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={group?.allowance?.credits ?? ''}
            />
          )}
        </Field>
        <Field label={m.admin_group_period()}>
          {(control) => (
            <Select
              control={control}
              name="period"
              value={group?.allowance?.period ?? 'month'}
              options={periods.map((value) => ({ value, label: periodText(value) }))}
            />
          )}
        </Field>
      </div>
      <label className="flex min-h-6 items-center gap-2">
        <input
          type="checkbox"
          name="is_cumulative"
          defaultChecked={group?.allowance?.is_cumulative ?? false}
          className="size-4 accent-accent"
        />
        {m.admin_group_cumulative()}
      </label>
    </>
  )
}
