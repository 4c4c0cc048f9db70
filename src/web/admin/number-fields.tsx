import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Field, Input } from '#web/ui/controls/field.tsx'

/** A whole number that an action asks for. `first`: what the field has at first. */
export type NumberField = {
  name: string
  label: () => string
  least: number
  most: number
  first: number | ''
  /** It may stay empty, and is then not sent. */
  isOptional?: boolean
}

/**
 * Fields for whole numbers in the form of an action. `read` returns the numbers by name; `null`: one is
 * not within its limits, which then stand below its field.
 */
export function useNumberFields(fields: readonly NumberField[]) {
  const [wrong, setWrong] = useState<readonly string[]>([])
  const read = (form: FormData): Record<string, number> | null => {
    const textOf = ({ name }: NumberField) => String(form.get(name) ?? '').trim()
    const given = fields.filter((field) => !field.isOptional || textOf(field) !== '')
    const values = given.map((field) => ({ ...field, value: Number(textOf(field) || Number.NaN) }))
    const invalid = values.filter(
      ({ value, least, most }) => !Number.isInteger(value) || value < least || value > most,
    )
    setWrong(invalid.map(({ name }) => name))
    if (invalid.length > 0) return null
    return Object.fromEntries(values.map(({ name, value }) => [name, value]))
  }
  return { read, inputs: <Inputs fields={fields} wrong={wrong} /> }
}

type InputsProps = { fields: readonly NumberField[]; wrong: readonly string[] }

function Inputs({ fields, wrong }: InputsProps) {
  return fields.map(({ name, label, least, most, first }) => {
    const limits = { least: formatNumber(least), most: formatNumber(most) }
    return (
      <Field
        key={name}
        label={label()}
        error={wrong.includes(name) ? m.admin_number_between(limits) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            name={name}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={first}
          />
        )}
      </Field>
    )
  })
}

/** The texts of a form that are not empty, by name. */
export function readTexts(form: FormData, names: readonly string[]): Record<string, string> {
  const texts = names.map((name) => [name, String(form.get(name) ?? '').trim()] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}
