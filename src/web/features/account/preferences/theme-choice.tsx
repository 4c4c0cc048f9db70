import { useId } from 'react'
import { type Theme, themes } from '#contract/browser-state.ts'
import { useTellAccount } from '#web/lib/preferences/account-settings.ts'
import { chooseTheme, useTheme } from '#web/lib/preferences/theme.ts'
import { m } from '#web/messages/compiled/messages.js'
import { FieldLabel } from '#web/ui/controls/field.tsx'
import { Segmented } from '#web/ui/controls/segmented.tsx'
import { NotKept } from './not-kept.tsx'

const names: Record<Theme, () => string> = {
  dark: m.app_theme_dark,
  light: m.app_theme_light,
  system: m.app_theme_system,
}

/** Dark, light or as the system, at once. */
export function ThemeChoice() {
  const chosen = useTheme()
  const { tell, hasFailed } = useTellAccount()
  const noteId = useId()
  const choose = (theme: Theme) => {
    chooseTheme(theme)
    tell({ theme })
  }
  return (
    <div className="flex flex-col gap-1.5">
      <FieldLabel>{m.app_theme()}</FieldLabel>
      <Segmented
        label={m.app_theme()}
        options={themes.map((value) => ({ value, label: names[value]() }))}
        value={chosen}
        onChange={choose}
        describedBy={hasFailed ? noteId : undefined}
      />
      <NotKept id={noteId} isShown={hasFailed} />
    </div>
  )
}
