import { type MasterclassGroup, masterclassAllows } from '@greenroom/contract/masterclass/masterclass.rules'
import type { Masterclass } from '@greenroom/contract/masterclass/masterclass.schema'
import { IconPresentation } from '@tabler/icons-react'
import { formatCurrentPrices } from '../../lib/money.ts'
import { personName } from '../../lib/person-name.ts'
import { SessionCard } from '../../shared/session-card/session-card.tsx'
import { CardButton } from '../../ui/card-parts.tsx'
import { MasterclassLinkList } from './masterclass-link-list.tsx'
import { linksOf, masterclassEditLink } from './masterclass-links.ts'
import { masterclassListMessages } from './masterclass-messages.ts'

interface MasterclassCardProps {
  masterclass: Masterclass
  group: MasterclassGroup
  /** URL template with {creator_id}; undefined until the settings are loaded. */
  paymentPageTemplate: string | undefined
  onOpen: () => void
  onAddCoupon: () => void
  onDeactivate: () => void
  /** Called on hover and focus of an element that opens a dialog: prefetch its script. */
  onIntent: () => void
}

/** One masterclass of the list (MC-08 to MC-12, MC-16). */
export function MasterclassCard({
  masterclass,
  group,
  paymentPageTemplate,
  onOpen,
  onAddCoupon,
  onDeactivate,
  onIntent,
}: MasterclassCardProps) {
  return (
    <SessionCard
      id={masterclass._id}
      title={masterclass.title}
      banner={masterclass.banner}
      icon={IconPresentation}
      start={masterclass.start_time}
      past={group === 'past'}
      price={formatCurrentPrices(masterclass.prices).join(' · ')}
      facts={[personName(masterclass.creator_id), masterclass.zoom_hub_name]}
      edit={masterclassAllows.edit(group) ? masterclassEditLink(masterclass) : undefined}
      onOpen={onOpen}
      onIntent={onIntent}
      actions={
        <>
          {masterclassAllows.addCoupon(group) && (
            <CardButton onClick={onAddCoupon}>{masterclassListMessages.addCoupon}</CardButton>
          )}
          {masterclassAllows.deactivate(group) && (
            <CardButton onClick={onDeactivate} onIntent={onIntent}>
              {masterclassListMessages.deactivate}
            </CardButton>
          )}
        </>
      }
    >
      <MasterclassLinkList links={linksOf(masterclass, paymentPageTemplate)} />
    </SessionCard>
  )
}
