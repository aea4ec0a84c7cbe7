import { Role } from '@greenroom/contract/access/permission'
import type { StaffMember } from '@greenroom/contract/staff/staff/staff.schema'
import * as z from 'zod/mini'
import type { StaffRow } from './staff.repository.ts'

/**
 * @param options.isListed whether ADMIN_EMAILS lists the address
 * @param options.isInGroups whether groups of the account's provider give roles
 */
export function presentStaff(
  row: StaffRow,
  { isListed, isInGroups }: { isListed: boolean; isInGroups: boolean },
): StaffMember {
  return {
    _id: row.id,
    email: row.email,
    name: row.name,
    role: isListed ? 'owner' : z.parse(Role, row.role),
    is_owner_by_setting: isListed,
    role_from: isListed ? 'setting' : row.role_by_hand ? 'owner' : isInGroups ? 'groups' : 'default',
    may_follow_groups: isInGroups && row.role_by_hand && !isListed,
    is_disabled: row.is_disabled && !isListed,
    invited_by: row.invited_by,
    invited_at: row.invited_at?.toISOString() ?? null,
    first_sign_in_at: row.first_sign_in_at?.toISOString() ?? null,
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
    version: row.version,
  }
}
