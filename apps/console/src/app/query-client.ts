import { QueryClient } from '@tanstack/react-query'

/** What the screens have loaded; a list that is opened again shows at once what it had and asks anew behind it. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
