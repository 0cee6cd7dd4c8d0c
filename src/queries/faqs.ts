import { queryOptions } from '@tanstack/react-query'
import { readFaqs } from '../api/accountReaders.ts'
import { type HostClient } from '../api/client.ts'
import { orSay } from '../api/noAnswer.ts'
import { outcome } from '../api/outcome.ts'

const lost = 'No answer. Check your connection and try again.'

/** The questions that are asked often, in the host's order. */
export const faqsQuery = ({ host }: { host: HostClient }) =>
  queryOptions({
    queryKey: ['faqs'],
    queryFn: async ({ signal }) => {
      const answer = await orSay(outcome(host.GET('/wp-json/channel/v2/faqs', { signal }), readFaqs), lost)
      if (answer.kind === 'refused') throw new Error(answer.refusal.message || 'Something went wrong')
      return answer.data
    },
    staleTime: 300_000,
  })
