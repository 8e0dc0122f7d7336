package toolsearch

import "strings"

// Words in one line are used for each other, or belong to the same subject. A word can
// be in several lines.
const (
	// actionLines are about what tools do.
	actionLines = `
create add make open insert register set write compose generate
delete remove erase drop destroy clean clear prune purge cancel free reclaim
list show enumerate display view print
find search look query locate lookup where
get read fetch retrieve load download see
update change edit modify adjust replace patch alter
send post deliver notify tell submit reply
start run execute launch invoke begin restart rerun again
stop end terminate kill halt pause
merge join combine
preview plan dry before
check verify test validate
convert transform export render`
	// thingLines are about subjects.
	thingLines = `
picture image photo scan drawing illustration
email mail gmail inbox mailbox outbox
message chat channel text sms direct
comment note reply annotation
meeting meet event appointment calendar invitation invite attendee
when time available availability free slot
decline reject turn refuse invitation respond
bug issue ticket defect error problem
done finish complete close resolve status transition
effort time hours spent worked
pr pull
refund money back reimbursement return
invoice bill charge
client customer buyer
discount coupon code percent
undo revert rollback rollout restore back previous last
version revision release
broken fail failed failing crash crashed
vm virtual instance server machine host computer
cluster kubernetes pod deployment kubectl namespace
replica copy scale
container docker image
ci workflow job pipeline build
output log console event
cache redis key value store
directory folder path
disk space storage size
website site page web url link
phone mobile call telephone
translate language french german spanish english
summarize summary shorten brief digest
speech audio voice aloud speak recording sound spoken said interview
letter paragraph text word sentence document
transcribe transcript captions subtitle
video movie film clip footage
trim cut crop clip
extract unpack unzip decompress zip
archive zip compress tar
weather rain forecast temperature sunny snow
route direction way bike bicycle travel navigation
place location museum station restaurant
coordinate latitude longitude geocode
currency dollar euro exchange
vulnerability security hole audit weakness
database db sql table postgres mysql
column field type schema
row record line entry
slow performance explain optimize forever
vacation holiday leave off days monday friday
warm heat cold temperature thermostat celsius
room bedroom kitchen house
mute silence quiet snooze
alert alarm notification noisy
certificate tls ssl https
expire expiry temporary until
share permission access grant edit
spreadsheet sheet excel
available free slot
rename name
author blame wrote changed who
reaction emoji thumb
dns domain subdomain record
subdomain zone
breakpoint debugger debug inspect pause
repository repo branch
combine merge join pull branch
secret password credential key vault
task todo item
plan itinerary
background server service daemon
browser page website
function symbol variable method class usage used reference
where reference usage find
source code file
price cost quote share
music song track album
design mockup figma
holiday trip hotel flight
person contact colleague people
employee staff hr
memory note remember`
)

// actions and things have the other stems of its lines for each stem.
var actions, things = synonymsOf(actionLines), synonymsOf(thingLines)

// synonymsOf returns the other stems in the lines of each stem.
func synonymsOf(lines string) map[string][]string {
	all := make(map[string][]string)
	for line := range strings.Lines(lines) {
		var members []string
		for word := range strings.FieldsSeq(line) {
			members = append(members, stem(word))
		}
		for _, member := range members {
			for _, other := range members {
				if other != member {
					all[member] = append(all[member], other)
				}
			}
		}
	}
	return all
}
