import type { Role } from '@greenroom/contract/access/permission'
import {
  type NewStaffMember,
  type StaffChanges,
  type StaffMember,
  staffMessages,
} from '@greenroom/contract/staff/staff/staff.schema'
import { lockOwners } from '../../../platform/access/lock-owners.ts'
import { longestByGroups, type SessionDirectory } from '../../../platform/access/session-directory.ts'
import { AppError } from '../../../platform/app-error.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Call } from '../../../platform/call.ts'
import { afterCommit } from '../../../platform/database/database.ts'
import { isUniqueViolation } from '../../../platform/database/database-errors.ts'
import { newId } from '../../../platform/database/record-id.ts'
import { findRecord, lockRecord, refuseStale } from '../../../platform/database/records.ts'
import { isSameAddress } from '../../../platform/identity/allow-list.ts'
import type { SessionService } from '../session/session.service.ts'
import { presentStaff } from './staff.presenter.ts'
import {
  findStaff,
  findStaffByEmail,
  insertStaff,
  listStaff,
  type StaffRow,
  updateStaff,
} from './staff.repository.ts'

/** Who may sign in, and with which role. */
export function createStaffService({
  directory,
  sessions,
  isListed,
  givesRoles,
}: {
  directory: Pick<SessionDirectory, 'forget'>
  sessions: Pick<SessionService, 'endAllOf' | 'shortenAllOf'>
  /** Tells whether ADMIN_EMAILS lists an address. */
  isListed(email: string): boolean
  /** Tells whether groups of a provider give roles; of any provider for an account that has not signed in yet. */
  givesRoles(issuer: string | null): boolean
}) {
  const present = (row: StaffRow) =>
    presentStaff(row, { isListed: isListed(row.email), isInGroups: givesRoles(row.issuer) })

  /** Without groups nobody needs to know who gave a role. */
  const accessOf = ({ role, is_disabled, role_by_hand, issuer }: StaffRow) => ({
    role,
    is_disabled,
    ...(givesRoles(issuer) && { role_by_hand }),
  })

  /** @throws AppError WRONG_STATE for one's own account, for one of ADMIN_EMAILS, and for the last owner */
  async function refuseLockingOut(call: Call, row: StaffRow, owners: readonly string[]): Promise<void> {
    if (row.id === call.actor.staffId) throw new AppError('WRONG_STATE', staffMessages.self)
    if (isListed(row.email)) throw new AppError('WRONG_STATE', staffMessages.bySetting)
    if (owners.length === 1 && owners[0] === row.id) {
      throw new AppError('WRONG_STATE', staffMessages.lastOwner)
    }
  }

  return {
    async list(
      { db }: Call,
      query: { q?: string | undefined; role?: Role | undefined; limit: number; offset: number },
    ): Promise<{ count: number; staff: StaffMember[] }> {
      const { count, rows } = await listStaff(db, query)
      return { count, staff: rows.map(present) }
    },

    /**
     * Adds an address with the role that it gets at its first sign-in.
     * @throws AppError DUPLICATE if the address is known
     */
    async invite(call: Call, { email, role }: NewStaffMember): Promise<StaffMember> {
      const known = await findStaffByEmail(call.db, email)
      if (known) throw duplicate(known.is_disabled ? staffMessages.disabled : staffMessages.known)
      const row = await insertStaff(call.db, {
        id: newId(),
        email,
        role,
        invited_by: call.actor.email,
        now: call.now,
      }).catch((error: unknown) => {
        if (isUniqueViolation(error, 'staff_by_email')) throw duplicate(staffMessages.known)
        throw error
      })
      await recordAudit(call, {
        action: 'staff.invite',
        entityType: 'staff',
        entityId: row.id,
        label: email,
        after: { email, role },
      })
      return present(row)
    },

    /**
     * Makes an address an owner, for the command on the server (OQ-703). It forgets the account that had the address:
     * the command is for when nobody can sign in, so that account may be lost.
     * @returns the role and access before; null if the address is new
     * @throws AppError DUPLICATE for an address that only looks like a known one
     */
    async makeOwner(
      call: Call,
      email: string,
    ): Promise<{ was: Pick<StaffRow, 'role' | 'is_disabled'> | null }> {
      const known = await findStaffByEmail(call.db, email)
      if (known && !isSameAddress(known.email, email)) throw duplicate(staffMessages.known)
      const owner = { role: 'owner' as const, invited_by: call.actor.name }
      const row = known
        ? await updateStaff(call.db, known.id, {
            ...owner,
            role_by_hand: true,
            is_disabled: false,
            issuer: null,
            subject: null,
            invited_at: call.now,
          })
        : await insertStaff(call.db, { ...owner, id: newId(), email, now: call.now })
      await recordAudit(call, {
        action: 'staff.make-owner',
        entityType: 'staff',
        entityId: row.id,
        label: row.email,
        before: known ? { role: known.role, is_disabled: known.is_disabled } : null,
        after: { role: row.role, is_disabled: row.is_disabled },
      })
      if (known) await sessions.endAllOf(call, row.id, 'invited-again')
      afterCommit(call.db, directory.forget)
      return { was: known ?? null }
    },

    /**
     * Changes role or access. Disabling ends the sessions of the account. Every process follows within seconds.
     * @throws AppError NOT_FOUND, STALE with the current record, or WRONG_STATE if it would lock staff out
     */
    async update(call: Call, id: string, changes: StaffChanges): Promise<StaffMember> {
      const owners = await lockOwners(call.db)
      const before = await lockRecord(call, 'staff', findStaff, id, 'account')
      refuseStale(call.expectedVersion, present(before), staffMessages.changed)
      const role = changes.role ?? before.role
      const isDisabled = changes.is_disabled ?? before.is_disabled
      // From now on, what the provider's groups say is outranked, or counts again (OQ-699, OQ-700).
      const isByHand = changes.role !== undefined || (before.role_by_hand && !changes.follows_groups)
      if (changes.follows_groups && !givesRoles(before.issuer)) {
        throw new AppError('WRONG_STATE', staffMessages.noGroups)
      }
      const isSame = role === before.role && isDisabled === before.is_disabled
      // Without groups it makes no difference who gave a role.
      if (isSame && (isByHand === before.role_by_hand || !givesRoles(before.issuer))) return present(before)
      await refuseLockingOut(call, before, owners)
      const row = await updateStaff(call.db, id, {
        role,
        is_disabled: isDisabled,
        role_by_hand: isByHand,
      })
      await recordAudit(call, {
        action:
          isDisabled !== before.is_disabled
            ? isDisabled
              ? 'staff.disable'
              : 'staff.enable'
            : changes.follows_groups
              ? 'staff.return-to-groups'
              : 'staff.change',
        entityType: 'staff',
        entityId: id,
        label: row.email,
        before: accessOf(before),
        after: accessOf(row),
      })
      if (changes.follows_groups) await sessions.shortenAllOf(call, id, longestByGroups)
      if (isDisabled && !before.is_disabled) await sessions.endAllOf(call, id, 'disabled')
      afterCommit(call.db, directory.forget)
      return present(row)
    },

    /**
     * Forgets which account has an address, so that the next one to sign in with it takes its role.
     * @throws AppError NOT_FOUND, or WRONG_STATE for one's own account
     */
    async inviteAgain(call: Call, id: string): Promise<StaffMember> {
      const before = await findRecord(call, findStaff, id, 'account')
      if (before.id === call.actor.staffId) throw new AppError('WRONG_STATE', staffMessages.self)
      const row = await updateStaff(call.db, before.id, {
        issuer: null,
        subject: null,
        invited_by: call.actor.email,
        invited_at: call.now,
      })
      await recordAudit(call, {
        action: 'staff.invite-again',
        entityType: 'staff',
        entityId: row.id,
        label: row.email,
      })
      await sessions.endAllOf(call, id, 'invited-again')
      afterCommit(call.db, directory.forget)
      return present(row)
    },
  }
}

function duplicate(message: string): AppError {
  return new AppError('DUPLICATE', message, { errors: [{ path: 'email', message }] })
}
