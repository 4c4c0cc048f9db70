import { useState } from 'react'
import { accentFor } from '#core/settings/accent-color-rules.ts'
import { logoLimits } from '#core/settings/studio-settings-rules.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { type ControlProps, Field, Input } from '#web/ui/controls/field.tsx'
import type { SettingControl } from './setting-control.tsx'

const isColor = (text: string) => /^#[\da-f]{6}$/i.test(text)

/** The accent colour, with how it looks in both themes. */
export const accentColor: SettingControl = {
  name: 'accent_color',
  label: m.admin_setting_accent_color,
  hint: m.admin_setting_accent_color_hint,
  shown: ({ accent_color: color }) => color ?? m.admin_setting_of_product(),
  fields: ({ accent_color: color }) => (
    <Field label={m.admin_setting_accent_color()} hint={m.admin_setting_accent_color_hint()}>
      {(control) => <ColorInput control={control} first={color ?? ''} />}
    </Field>
  ),
  read: (form) => String(form.get('accent_color') ?? '').trim() || null,
}

function ColorInput({ control, first }: { control: ControlProps; first: string }) {
  const [text, setText] = useState(first)
  return (
    <div className="flex flex-col gap-3">
      <Input
        {...control}
        name="accent_color"
        maxLength={7}
        placeholder="#1d4ed8"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {isColor(text) && <AccentPreview color={text.toLowerCase()} />}
    </div>
  )
}

function AccentPreview({ color }: { color: string }) {
  const { light, dark } = accentFor(color)
  const isAdapted = light.accent !== color || dark.accent !== color
  return (
    <div className="flex flex-col gap-2 text-small">
      <div className="grid grid-cols-2 gap-2">
        {[
          { name: m.app_theme_light(), accent: light, ground: '#ffffff' },
          { name: m.app_theme_dark(), accent: dark, ground: '#181412' },
        ].map(({ name, accent, ground }) => (
          <div
            key={ground}
            style={{ background: ground, color: accent.accent }}
            className="flex flex-col items-start gap-2 rounded-control border border-line p-3"
          >
            <span>{name}</span>
            <span
              style={{ background: accent.accent, color: accent.on }}
              className="rounded-control px-2.5 py-1"
            >
              {accent.accent}
            </span>
          </div>
        ))}
      </div>
      {isAdapted && (
        <p role="status" className="text-quiet">
          {m.admin_setting_accent_adapted()}
        </p>
      )}
    </div>
  )
}

/** The logo; its file is sent with the setting. */
export const logo: SettingControl = {
  name: 'logo',
  label: m.admin_setting_logo,
  hint: m.admin_setting_logo_hint,
  shown: ({ logo: address }) =>
    address ? (
      <img src={address} alt={m.admin_setting_logo()} className="size-12 object-contain" />
    ) : (
      m.admin_setting_of_product()
    ),
  fields: ({ logo: address }) => <LogoInput first={address} />,
  read: (form) => String(form.get('logo') ?? '') || null,
}

function LogoInput({ first }: { first: string | null }) {
  const [address, setAddress] = useState(first ?? '')
  const [error, setError] = useState<string>()
  const take = async (file: File | undefined) => {
    if (!file) return
    const isLarge = file.size > logoLimits.bytes
    setError(isLarge ? m.admin_setting_logo_large() : undefined)
    if (!isLarge) setAddress(await readAddress(file))
  }
  return (
    <>
      <Field
        label={m.admin_setting_logo()}
        hint={m.admin_setting_logo_hint()}
        {...(error && { error })}
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept="image/png,image/webp"
            className="min-h-control w-full min-w-0 text-body file:mr-3 file:h-control file:rounded-control file:border file:border-edge file:px-3"
            onChange={(event) => void take(event.target.files?.[0])}
          />
        )}
      </Field>
      <input type="hidden" name="logo" value={address} />
      {address && (
        <div className="flex items-center gap-4">
          <img
            src={address}
            alt={m.admin_setting_logo()}
            className="size-16 rounded-control border border-line object-contain p-1"
          />
          <Button onClick={() => setAddress('')}>{m.admin_setting_logo_remove()}</Button>
        </div>
      )}
    </>
  )
}

/** The file as a data address; the server looks at its bytes. */
function readAddress(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
