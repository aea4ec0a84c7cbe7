import type { Masterclass } from '@greenroom/contract/sessions/masterclass/masterclass.schema'
import { paths } from '../../../lib/paths.ts'
import { CardPublish, type CardPublishProps } from '../../../shared/sessions/meeting-account/card-publish.tsx'
import { checkedMasterclass } from '../../../shared/sessions/publish-check/checked-sessions.ts'
import { masterclassEditLink } from './masterclass-links.ts'
import { usePublishMasterclass } from './use-publish-masterclass.ts'

/** Publishes a draft from its card. */
export function MasterclassPublish(props: CardPublishProps<Masterclass>) {
  const publish = usePublishMasterclass()
  return (
    <CardPublish
      {...props}
      publish={(account, remedy) => publish(props.record, { account, remedy })}
      edit={masterclassEditLink(props.record)}
      checked={checkedMasterclass(props.record)}
      coupons={{ to: paths.masterclassList, search: { tab: 'draft', coupons: props.record._id } }}
    />
  )
}
