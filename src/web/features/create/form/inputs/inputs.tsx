import { type ReactElement, useEffect } from 'react'
import type { Field } from '#catalogue/fields.ts'
import { LandingNotice } from './anywhere/landing-notice.tsx'
import { useFilesAnywhere } from './anywhere/use-files-anywhere.ts'
import { FormInputs } from './form-inputs.ts'
import { FramePair } from './frame-pair.tsx'
import { tray } from './tray/tray.ts'

type InputsProps = {
  /** The form's generation type: files on their way belong to it. */
  form: string
  /** The fields that apply, by name. */
  fields: Readonly<Record<string, Field>>
  values: Readonly<Record<string, unknown>>
  onChange: (field: string, value: unknown) => void
  /** Each field as it is drawn, with its name as the key. */
  drawn: readonly ReactElement[]
}

/**
 * The files of a form. While it is on the page, files that are dropped or pasted anywhere land in
 * it.
 */
export function Inputs({ form, fields, values, onChange, drawn }: InputsProps) {
  useEffect(() => void tray.goOn(form), [form])
  const { landing, refused } = useFilesAnywhere({ form, fields, values })
  return (
    <FormInputs value={{ form, values, landing }}>
      {rowsOf(drawn).map(([first, second]) =>
        first && second ? (
          <FramePair
            key={first.key}
            first={first}
            second={second}
            isSwappable={isSomething(values, first) || isSomething(values, second)}
            onSwap={() => swap(first, second, values, onChange)}
          />
        ) : (
          first
        ),
      )}
      <LandingNotice landing={landing} refused={refused} />
    </FormInputs>
  )
}

/** Which frame stands beside which. */
const partners: Record<string, string> = { start_image_url: 'end_image_url' }

function rowsOf(drawn: readonly ReactElement[]): ReactElement[][] {
  const partnerOf = (one: ReactElement) =>
    drawn.find(({ key }) => key !== null && key === partners[one.key ?? ''])
  const seconds = drawn.flatMap((one) => partnerOf(one) ?? [])
  return drawn
    .filter((one) => !seconds.includes(one))
    .map((one) => [one, partnerOf(one)].filter((each) => each !== undefined))
}

function isSomething(values: InputsProps['values'], { key }: ReactElement): boolean {
  return Boolean(key && values[key])
}

function swap(
  first: ReactElement,
  second: ReactElement,
  values: InputsProps['values'],
  onChange: InputsProps['onChange'],
) {
  if (!first.key || !second.key) return
  onChange(first.key, values[second.key])
  onChange(second.key, values[first.key])
}
