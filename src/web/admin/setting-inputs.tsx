import { useState } from 'react'
import { type ControlProps, TextArea } from '#web/ui/controls/field.tsx'

type SelectProps = {
  control: ControlProps
  name: string
  value: string
  options: readonly { value: string; label: string }[]
}

/** A choice of the form that it is in. */
export function Select({ control, name, value, options }: SelectProps) {
  return (
    <select
      {...control}
      name={name}
      defaultValue={value}
      className="h-control w-full rounded-control border border-edge bg-ground px-3 text-body pointer-coarse:text-prompt"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

type AreaProps = { control: ControlProps; name: string; first: string; lines: number }

/** Text that is no prose: it is neither corrected nor capitalised. */
function PlainArea({ control, name, first, lines }: AreaProps) {
  const [text, setText] = useState(first)
  return (
    <TextArea
      {...control}
      {...{ name, lines }}
      value={text}
      onChange={setText}
      spellCheck={false}
      autoCapitalize="none"
    />
  )
}

type JsonAreaProps = { control: ControlProps; name: string; value: unknown }

/** A value as JSON. */
export function JsonArea({ value, ...area }: JsonAreaProps) {
  return <PlainArea {...area} first={JSON.stringify(value, null, 2)} lines={6} />
}

type ListAreaProps = { control: ControlProps; name: string; values: readonly string[] }

/** Several words, one a line. */
export function ListArea({ values, ...area }: ListAreaProps) {
  return <PlainArea {...area} first={values.join('\n')} lines={4} />
}
