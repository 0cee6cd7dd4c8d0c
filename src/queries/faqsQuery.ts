import { queryOptions } from '@tanstack/react-query'
import { parseFaqs } from '../api/accountParsers.ts'
import { type ApiClient } from '../api/apiClient.ts'
import { withReadableError } from '../api/withReadableError.ts'
import { toApiResult } from '../api/apiResult.ts'

const unreachableText = 'No answer. Check your connection and try again.'

/** The questions that are asked often, in the host's order. */
export const faqsQuery = ({ api }: { api: ApiClient }) =>
  queryOptions({
    queryKey: ['faqs'],
    queryFn: async ({ signal }) => {
      const answer = await withReadableError(
        toApiResult(api.GET('/wp-json/channel/v2/faqs', { signal }), parseFaqs),
        unreachableText,
      )
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'Something went wrong')
      return answer.data
    },
    staleTime: 300_000,
  })
