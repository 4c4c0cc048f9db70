import { Check, Monitor, Moon, Sun } from 'lucide-react'
import { themes } from '#contract/browser-state.ts'
import { useTellAccount } from '#web/lib/account.ts'
import { chooseTheme, useTheme } from '#web/lib/theme.ts'
import { m } from '#web/messages/compiled/messages.js'
import { IconButton } from '#web/ui/controls/button.tsx'
import { Popover } from '#web/ui/overlays/popover.tsx'
import { menuLine } from './menu-line.ts'

const looks = {
  dark: { icon: Moon, name: m.app_theme_dark },
  light: { icon: Sun, name: m.app_theme_light },
  system: { icon: Monitor, name: m.app_theme_system },
}

/** Dark, light or as the system. */
export function ThemeMenu() {
  const chosen = useTheme()
  const { tell } = useTellAccount()
  return (
    <Popover
      label={m.app_theme()}
      trigger={(trigger) => (
        <IconButton {...trigger} icon={looks[chosen].icon} label={m.app_theme()} />
      )}
    >
      {(close) =>
        themes.map((theme) => {
          const { icon: Icon, name } = looks[theme]
          return (
            <button
              key={theme}
              type="button"
              aria-pressed={theme === chosen}
              onClick={() => {
                chooseTheme(theme)
                tell({ theme })
                close()
              }}
              className={menuLine}
            >
              <Icon size={16} strokeWidth={1.75} aria-hidden className="text-quiet" />
              <span className="flex-1 text-left">{name()}</span>
              {theme === chosen && <Check size={16} aria-hidden className="text-accent" />}
            </button>
          )
        })
      }
    </Popover>
  )
}
