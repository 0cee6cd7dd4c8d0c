import { queryOptions } from '@tanstack/react-query'
import { parseFaqs } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { readData } from '../api/readData.ts'

/** The frequently asked questions, in the host's order. */
export const faqsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['faqs'],
    queryFn: ({ signal }) => readData(toApiResult(api.GET('/wp-json/channel/v2/faqs', { signal }), parseFaqs)),
    staleTime: 300_000,
  })
