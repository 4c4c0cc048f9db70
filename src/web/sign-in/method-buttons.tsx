import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { Button } from '#web/ui/controls/button.tsx'
import { GoogleButton } from './google-button.tsx'

const google = { id: 'google', name: 'Google' }

type MethodButtonsProps = {
  /** The method that the page is leaving for. */
  busy: string | null
  onChoose: (method: string) => void
}

/** One button for each identity provider; until they are known, the one that most studios have. */
export function MethodButtons({ busy, onChoose }: MethodButtonsProps) {
  const { data: settings } = useQuery(settingsQuery)
  const methods = settings?.sign_in_methods ?? [google]
  return (
    <div className="flex w-full flex-col gap-2">
      {methods.map(({ id, name }, index) => {
        const props = {
          ...(index === 0 && { 'data-initial-focus': true }),
          busy: busy === id,
          onClick: () => onChoose(id),
        }
        if (id === google.id)
          return (
            <GoogleButton key={id} {...props}>
              {busy === id ? m.sign_in_leaving() : m.sign_in_with_google()}
            </GoogleButton>
          )
        return (
          <Button key={id} {...props} variant="plain" size="large" className="w-full">
            {busy === id ? m.sign_in_leaving() : m.sign_in_with({ name })}
          </Button>
        )
      })}
    </div>
  )
}
