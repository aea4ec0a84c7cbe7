import { formatInstant } from '@greenroom/contract/date-time'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { pricesOf } from '../../../platform/database/price-columns.ts'
import { fileUrl } from '../../../platform/files/files.ts'
import { presentCreator } from '../creator/creator.presenter.ts'
import type { MasterclassRow } from './masterclass.repository.ts'

/**
 * Presents a masterclass for a response.
 * @param timeZone the zone of start_time_format_string (OQ-113)
 */
export function presentMasterclass(row: MasterclassRow, timeZone: string): Masterclass {
  return {
    _id: row.id,
    title: row.title,
    description: row.description,
    banner: row.banner_key === null ? null : fileUrl(row.banner_key),
    start_time: row.start_time.toISOString(),
    end_time: row.end_time.toISOString(),
    creator_id: presentCreator({
      id: row.creator_id,
      email: row.creator_email,
      first_name: row.creator_first_name,
      last_name: row.creator_last_name,
      phone: row.creator_phone,
    }),
    zoom_hub_name: row.zoom_hub_name,
    attendance_type: row.attendance_type as Masterclass['attendance_type'],
    venue_state: row.venue_state,
    is_active: row.is_active,
    is_attach_to_superclass: row.is_attach_to_superclass,
    prices: pricesOf(row),
    links: row.links,
    start_time_format_string: formatInstant(row.start_time, ' | ', timeZone),
    registrations_count: row.registrations_count,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
