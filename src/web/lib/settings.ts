import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settingsHeader } from '#core/history/contract/browser-state.ts'
import { cataloguePrices, type Prices } from '#core/models/rules/price.ts'
import { accentVariables, logoVariables } from '#core/settings/contract/appearance.ts'
import type { SettingsView } from '#core/settings/contract/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { onAnswer, request, retryUnlessRefused } from './api.ts'
import { currentLocale } from './locale.ts'

/** The operator's settings. They are loaded again when the server has others. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request('GET', '/api/settings', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: retryUnlessRefused,
})

/** Follows the settings of the server with each of its answers. */
export function startFollowingSettings(client: QueryClient): void {
  onAnswer((headers) => {
    const mark = headers.get(settingsHeader)
    if (mark !== null) noticeSettings(client, mark)
  })
}

/** The server uses these settings: other ones are loaded again. */
export function noticeSettings(client: QueryClient, mark: string): void {
  const loaded = client.getQueryData(settingsQuery.queryKey)
  if (!loaded || loaded.mark === mark) return
  // With everything whose key begins with theirs.
  const { queryKey } = settingsQuery
  void client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/**
 * The prices of the operator; those of the catalogue until the settings have loaded. Without own
 * prices nothing is rendered again then.
 */
export function usePrices(): Prices {
  return useQuery({ ...settingsQuery, select: ownPrices }).data ?? cataloguePrices
}

const ownPrices = ({ prices }: SettingsView) =>
  prices.percent !== 100 || Object.keys(prices.models).length > 0 ? prices : undefined

/** Whether nothing is sold: accounts get allowances. `false` until the settings have loaded. */
export function useIsFree(): boolean {
  return useQuery({ ...settingsQuery, select: ({ free_mode }) => free_mode }).data ?? false
}

/** The name of the studio. */
export function useStudioName(): string {
  return useQuery({ ...settingsQuery, select: ownName }).data ?? m.app_name()
}

const ownName = ({ studio_name }: SettingsView) => studio_name

/** Makes the page use the logo and the accent colour of the operator, also when they change. */
export function useAppearance(): void {
  const { data: settings } = useQuery(settingsQuery)
  const { accent, logo } = settings ?? {}
  useEffect(() => {
    // Until the settings have loaded, what the server has set stays.
    if (accent === undefined) return
    setVariables(accentNames, accent ? accentVariables(accent) : {})
  }, [accent])
  useEffect(() => {
    if (logo === undefined) return
    setVariables(logoNames, logo ? logoVariables(logo) : {})
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
    if (logo && icon) {
      icon.type = 'image/png'
      icon.href = logo
    }
  }, [logo])
}

const accentNames = ['--accent', '--accent-strong', '--on-accent']
const logoNames = ['--logo', '--mark-opacity']

function setVariables(names: readonly string[], values: Record<string, string>) {
  const { style } = document.documentElement
  for (const name of names) {
    const value = values[name]
    if (value === undefined) style.removeProperty(name)
    else style.setProperty(name, value)
  }
}

/** A text of the operator in the reader's language, or in the first that there is. */
export function ownText(texts: Readonly<Record<string, string>>): string | undefined {
  return texts[currentLocale()] ?? Object.values(texts)[0]
}
