import { useLocation } from 'react-router-dom'
import { appRoutes, matchPattern } from '../../app/paths.ts'
import { filterFromSearchParams, filterToSearchParams } from './filterSearchParams.ts'

const filteredRoutes = [appRoutes.liveChannels, appRoutes.guide]

/**
 * The search part of the links to Live Channels and to the guide, which have the same filter: that of the page if it is
 * one of the two, else none.
 */
export function useFilterSearch(): string {
  const { pathname, search } = useLocation()
  if (!filteredRoutes.some(({ pattern }) => matchPattern(pattern, pathname))) return ''
  return filterToSearchParams(filterFromSearchParams(new URLSearchParams(search))).toString()
}
