import { QueryClient } from '@tanstack/react-query'

/**
 * Without a line everything fails at once, with words, instead of waiting silently until something
 * happens by itself.
 */
const networkMode = 'always'

/**
 * Live events keep what is shown current, so coming back to a tab asks for nothing again by itself.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode },
    mutations: { networkMode },
  },
})
