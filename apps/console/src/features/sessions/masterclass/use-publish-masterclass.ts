import {
  publishMasterclass,
  updateMasterclass,
} from '@greenroom/contract/sessions/masterclass/masterclass.endpoints'
import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import {
  getMasterclass,
  listMasterclasses,
} from '@greenroom/contract/sessions/masterclass/masterclass-list.endpoints'
import { listMeetingAccounts } from '@greenroom/contract/sessions/meeting/meeting.endpoints'
import type { MeetingAccount } from '@greenroom/contract/sessions/meeting/meeting.schema'
import { useCall } from '../../../lib/api/hooks.ts'
import { notify, type Remedy } from '../../../lib/notify.tsx'
import { masterclassProgress } from './masterclass-form-messages.ts'

/** Publishes a draft, in one toast (MC-44). */
export function usePublishMasterclass() {
  const changed = [listMasterclasses, getMasterclass]
  const update = useCall(updateMasterclass, { invalidates: changed })
  const publish = useCall(publishMasterclass, {
    invalidates: [...changed, listMeetingAccounts],
    refreshesOnConflict: true,
  })

  /**
   * @param account moves the draft to this account first
   * @throws the failure; the masterclass then stays a draft (MC-28)
   */
  return (
    draft: Masterclass,
    { account, remedy }: { account: MeetingAccount | undefined; remedy?: Remedy },
  ): Promise<Masterclass> => {
    const work = async () => {
      let { version } = draft
      if (account) {
        const params = { id: draft._id }
        const { data } = await update.call({ params, body: { zoom_hub_name: account }, version })
        version = data.version
      }
      return (await publish.call({ body: { masterclass_id: draft._id }, version })).data
    }
    return notify.progress(work(), masterclassProgress.publish, { remedy })
  }
}
