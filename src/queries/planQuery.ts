import { queryOptions } from '@tanstack/react-query'
import { type ApiClient } from '../api/apiClient.ts'
import { toApiResult } from '../api/apiResult.ts'
import { errorTextFor } from '../api/errorTexts.ts'
import { isRecordId } from '../api/isRecordId.ts'
import { parsePlan } from '../api/paymentParsers.ts'
import { ReadError, readData } from '../api/readData.ts'

/** The code of the error for a plan that does not exist. */
export const unknownPlan = 'unknown_plan'

const unknownPlanError = () => new ReadError('refused', errorTextFor('membershipData'), { code: unknownPlan })

/** One plan. `id` comes from the URL. An invalid id fails without a request. */
export const planQuery = ({ api }: { api: ApiClient }, id: string) =>
  queryOptions({
    queryKey: ['plan', id],
    queryFn: async ({ signal }) => {
      if (!isRecordId(id)) throw unknownPlanError()
      const params = { path: { id: Number(id) } }
      const request = api.GET('/wp-json/mp/v1/memberships/{id}', { params, signal })
      try {
        return await readData(toApiResult(request, parsePlan), 'membershipData')
      } catch (error) {
        throw error instanceof ReadError && error.code === 'mp_no_records_found' ? unknownPlanError() : error
      }
    },
  })
