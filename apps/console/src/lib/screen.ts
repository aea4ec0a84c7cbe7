import type { Permission } from '@greenroom/contract/access/permission'
import type { QueryClient } from '@tanstack/react-query'
import type { RouteComponent } from '@tanstack/react-router'
import type { ScreenShape } from '../ui/screen-skeleton.tsx'
import type { SearchReaders, SearchValues } from './search-params.ts'

/** Where somebody is: the parameters of the path, and the search. */
export type Place = { params: Readonly<Record<string, string>>; search: Readonly<Record<string, unknown>> }

/** The search parameters with which a list opens a form. */
type FormParameter = 'create' | 'edit' | 'coupons'

/** All that is said about one screen. Each section declares its own; app/screens.ts lists them. */
export interface Screen<Path extends string = string, Readers extends SearchReaders = SearchReaders> {
  /** The route's full path, with $parameters. */
  path: Path
  component: NonNullable<RouteComponent>
  /** What it looks like while its script loads: lines unless it says cards. */
  shape?: ScreenShape
  /** A reader for each search parameter. */
  search?: Readers
  /** Whether an address of this path exists; all do otherwise (OQ-004). */
  exists?: (params: Place['params']) => boolean
  /** Requests data while the screen's script loads, or throws a redirect. */
  prefetch?: (match: { params: Place['params']; search: SearchValues<Readers>; client: QueryClient }) => void
  /** What the top bar shows (OQ-005). */
  heading: string | ((place: Place) => string)
  /** Whether the heading is the name of the screen's record, once it is loaded. */
  isNamed?: boolean
  /** List that Back opens, on create and edit screens opened by their address (SHELL-39, OQ-230). */
  back?: string
  /** Target of the green Create button of a list (SHELL-40, OQ-231). Its own path is a tab that creates, or a dialog. */
  create?: string
  /** Name of Create where a dialog over the list creates, with tab and search kept (OQ-236). */
  createsInDialog?: string
  /** Type of the screen's record in the audit log, whose history it opens (OQ-344). */
  record?: string
  /** What the calls need that the screen makes at once. Without, it is open to all staff. */
  opens?: readonly Permission[]
  /** What its forms need, which a search parameter opens over the list. */
  forms?: Partial<Record<FormParameter, readonly Permission[]>>
}

/** Declares a screen. The build reads the path and the component of each call. */
export const screen = <const Path extends string, Readers extends SearchReaders = Record<never, never>>(
  declared: Screen<Path, Readers>,
) => declared
