import { QueryClient } from '@tanstack/react-query'

/** Live events keep what is shown current, so coming back to a tab asks for nothing again by itself. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { refetchOnWindowFocus: false } },
})
