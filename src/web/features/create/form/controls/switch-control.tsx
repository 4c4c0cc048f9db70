import { Switch } from '#web/ui/controls/switch.tsx'
import type { ControlInput } from './control-props.ts'

export function SwitchControl({ text, hint, value, onChange }: ControlInput<'switch'>) {
  return <Switch label={text.label()} hint={hint} checked={value === true} onChange={onChange} />
}
