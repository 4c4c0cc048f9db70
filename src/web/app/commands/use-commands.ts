import { useQueries, useQuery } from '@tanstack/react-query'
import { themes } from '#core/history/contract/browser-state.ts'
import { listModels } from '#core/models/rules/catalogue.ts'
import { prefill } from '#core/models/rules/prefill.ts'
import { priceOf } from '#core/models/rules/price.ts'
import { historyOrder, kindTexts } from '#web/kinds.ts'
import { accountQuery, useSavePreference } from '#web/lib/account.ts'
import { chooseTheme } from '#web/lib/browser/theme.ts'
import { noFilters, printAddress } from '#web/lib/history/address.ts'
import { facetsQuery } from '#web/lib/history/history-query.ts'
import { currentLocale, languageOptions, localizedPath, rememberLocale } from '#web/lib/locale.ts'
import { useModels } from '#web/lib/models.ts'
import { formPath } from '#web/lib/navigation/creator-paths.ts'
import { navigate } from '#web/lib/navigation/location.ts'
import { askToSignIn, showShortcuts } from '#web/lib/prompts.ts'
import { useIsFree, usePrices } from '#web/lib/settings.ts'
import { m } from '#web/messages/compiled/messages.js'
import { pageAt } from '#web/routes.ts'
import { formatPrice } from '#web/shared/format-price.ts'
import { useSectionsWithModels } from '../nav-lists.tsx'
import { themeTexts } from '../top-bar-menus.tsx'
import type { Command, CommandPart, CommandsAsked } from './match-commands.ts'

/**
 * Everything that the palette offers: the forms, the histories and pages, each offered model with
 * its price, the actions of the top bar and, once something is typed, what features
 * find, and the account's tags.
 */
export function useCommands(isTyped: boolean): Command[] {
  const models = useModelCommands()
  const sections = useSectionsWithModels()
  const account = useQuery(accountQuery).data
  const isFree = useIsFree()
  const isSignedIn = account !== undefined && account !== null
  const actions = useActions(isSignedIn)
  const ofFeatures = useCommandsOfFeatures({ isSignedIn, isTyped })
  const tags = useTagCommands(isSignedIn && isTyped)
  const toPage = (group: string) => (page: { path: string; label: () => string }) => ({
    ...{ id: `page ${page.path}`, group, label: page.label() },
    run: () => navigate(page.path),
  })
  const forms = sections.flatMap((section) => [section, ...section.children])
  const pages = [
    { path: '/pricing', label: isFree ? m.pricing_free_title : m.pricing_title },
    ...(account
      ? [
          ...pagesOfFeatures,
          { path: '/account', label: m.app_account },
          { path: '/account/credits', label: m.app_account_credits },
          { path: '/account/keys', label: m.keys_title },
        ]
      : []),
    ...(account?.role ? [{ path: '/admin', label: m.app_account_admin }] : []),
    { path: '/', label: m.app_to_start },
  ]
  const histories = historyOrder.map((kind) => ({
    path: `/creator/history/${kind}`,
    label: kindTexts[kind].records,
  }))
  return [
    ...forms.map(toPage(m.commands_create())),
    ...histories.map(toPage(m.nav_history())),
    ...pages.map(toPage(m.commands_pages())),
    ...models,
    ...actions,
    ...ofFeatures,
    ...tags,
  ]
}

const parts = Object.values(
  import.meta.glob<CommandPart>('/src/features/*/web/command-part.ts', {
    eager: true,
    import: 'commandPart',
  }),
)
const pagesOfFeatures = parts.flatMap(({ pages = [] }) => pages)

function useCommandsOfFeatures(asked: CommandsAsked): Command[] {
  // biome-ignore lint/correctness/useHookAtTopLevel: the features do not change while the app runs
  return parts.flatMap(({ useFound }) => useFound(asked))
}

/** The tags of each history, which open it filtered by them. */
function useTagCommands(isEnabled: boolean): Command[] {
  const facets = useQueries({
    queries: historyOrder.map((kind) => ({ ...facetsQuery(kind), enabled: isEnabled })),
    combine: (results) => results.map(({ data }) => data?.tags ?? []),
  })
  if (!isEnabled) return []
  return historyOrder.flatMap((kind, at) =>
    (facets[at] ?? []).map((tag) => ({
      ...{ id: `tag ${kind} ${tag}`, group: m.history_filter_tags(), label: tag },
      hint: kindTexts[kind].records(),
      run: () => {
        const filters = { ...noFilters, tags: [tag] }
        const query = printAddress({ filters, page: 1, view: undefined })
        navigate(`/creator/history/${kind}`, { query })
      },
    })),
  )
}

/** The form of each offered model, with its price for the defaults. */
function useModelCommands(): Command[] {
  useModels('all')
  const prices = usePrices()
  return listModels()
    .filter(({ hidden }) => !hidden)
    .map((model) => {
      const { id, name, generationType, kind } = model
      const cost = priceOf(model, prefill(model, {}).values, prices)
      const price = m.create_credits({ count: cost.credits, amount: formatPrice(cost) })
      const path = formPath({ generationType, model: id })
      const form = pageAt(path).title?.()
      return {
        id: `model ${id} ${generationType}`,
        group: m.commands_models(),
        label: name,
        hint: form === undefined || form === name ? price : `${form} · ${price}`,
        words: `${id} ${generationType.replaceAll('-', ' ')} ${kindTexts[kind].name()}`,
        run: () => navigate(path, { query: { model: id } }),
      }
    })
}

function useActions(isSignedIn: boolean): Command[] {
  const { savePreference } = useSavePreference()
  const languages = languageOptions
    .filter(({ language }) => language !== currentLocale())
    .map(({ language, name }) => ({
      ...{ id: `language ${language}`, group: m.commands_actions(), label: name },
      words: 'language',
      run: () => {
        rememberLocale(language)
        savePreference({ language })
        const { pathname, search, hash } = location
        location.assign(localizedPath(pathname, language) + search + hash)
      },
    }))
  return [
    ...themes.map((theme) => ({
      ...{ id: `theme ${theme}`, group: m.commands_actions() },
      label: `${m.app_theme()}: ${themeTexts[theme].name()}`,
      run: () => {
        chooseTheme(theme)
        savePreference({ theme })
      },
    })),
    ...languages,
    {
      ...{ id: 'shortcuts', group: m.commands_actions(), label: m.shortcuts_title(), hint: '?' },
      run: showShortcuts,
    },
    ...(isSignedIn
      ? []
      : [
          {
            ...{ id: 'sign-in', group: m.commands_actions(), label: m.app_sign_in() },
            run: () => askToSignIn(),
          },
        ]),
  ]
}

/** The search of each history for the typed text; none without a text. */
export function searchCommands(typed: string): Command[] {
  const text = typed.trim()
  if (text === '') return []
  return historyOrder.map((kind) => ({
    ...{ id: `search ${kind}`, group: m.commands_search({ text }) },
    label: kindTexts[kind].records(),
    run: () => navigate(`/creator/history/${kind}`, { query: { search: text } }),
  }))
}
