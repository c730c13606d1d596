#!/usr/bin/env bash
# A real Kubernetes in FOLDER, started by enclosed.ts. The control plane and each node have a network of their own, and a cable to
# this machine, which is 10.83.0.1 for them. There is no default route, so no pod reaches anything else.
# usage: cluster.sh FOLDER KUBE IMAGES NODE... writes FOLDER/kubeconfig
set -euo pipefail
here=$(dirname "$(realpath "$0")") folder=$1 kube=$2 images=$3
shift 3
cd "$folder"
mount -t tmpfs tmpfs /run
# Not `ip netns exec`, which mounts a new /sys, where cgroups are missing.
run() { # place, program, words...
  local place=$1 name=$2
  shift 2
  nsenter --net="/run/netns/$place" -- "$@" > "$place-$name.log" 2>&1 < /dev/null &
}
control() { run control "$1" "$kube" "$@"; }
k() { "$kube" kubectl --kubeconfig kubeconfig "$@"; }
until_done() { until "$@" > /dev/null 2>&1; do sleep 1; done; }

# A bridge with a cable for each: .1 is this machine, .2 the control plane, .11 and so on are the nodes.
# The cable of a run that was killed may last for a while.
ip link delete records-cluster 2>> network.log || true
ip netns add control
ip -n control link add lan type bridge
ip link add records-cluster type veth peer name machine netns control
ip -n control link set machine master lan up
ip -n control address add 10.83.0.2/24 dev lan
ip -n control link set lan up
ip -n control link set lo up
ip address add 10.83.0.1/24 dev records-cluster
ip link set records-cluster up
number=0
for node in "$@"; do
  number=$((number + 1))
  ip netns add "$node"
  nsenter --net="/run/netns/$node" -- sysctl -q -w net.ipv4.ip_forward=1 net.bridge.bridge-nf-call-iptables=1 \
    net.ipv4.conf.{all,default}.rp_filter=0 net.ipv4.conf.{all,default}.send_redirects=0
  ip -n control link add "$node" type veth peer name eth0 netns "$node"
  ip -n control link set "$node" master lan up
  ip -n "$node" address add "10.83.0.1$number/24" dev eth0
  ip -n "$node" link set eth0 up
  ip -n "$node" link set lo up
  # A packet to a Service meets the rules of kube-proxy only where there is a route.
  ip -n "$node" route add 10.85.0.0/24 dev eth0
done
# Pods of one node find those of another, and this machine finds all; it reaches Services by the first node.
for place in control "$@"; do
  number=0
  for node in "$@"; do
    number=$((number + 1))
    [ "$node" = "$place" ] || ip -n "$place" route add "10.84.$number.0/24" via "10.83.0.1$number"
  done
done
ip -n control route add 10.85.0.0/24 via 10.83.0.11
for number in $(seq $#); do ip route add "10.84.$number.0/24" via "10.83.0.1$number"; done
ip route add 10.85.0.0/24 via 10.83.0.11

# One administrator for all; aggregated servers take the API server by a certificate.
token=$(openssl rand -hex 16)
echo "$token,admin,admin,system:masters" > tokens
openssl req -x509 -newkey rsa:2048 -noenc -keyout aggregator.key -out aggregator.crt -subj /CN=aggregator -days 30 2>> openssl.log
openssl genrsa -out accounts.key 2048 2>> openssl.log
cat > kubeconfig << Y
apiVersion: v1
kind: Config
clusters: [{ name: test, cluster: { server: "https://10.83.0.2:6443", certificate-authority: "$folder/certificates/apiserver.crt" } }]
users: [{ name: admin, user: { token: "$token" } }]
contexts: [{ name: test, context: { cluster: test, user: admin } }]
current-context: test
Y
control etcd --data-dir etcd --unsafe-no-fsync --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379
control apiserver --etcd-servers http://127.0.0.1:2379 --advertise-address 10.83.0.2 --cert-dir certificates --token-auth-file tokens \
  --service-account-issuer https://kubernetes.default.svc --service-account-key-file accounts.key --service-account-signing-key-file accounts.key \
  --kubelet-preferred-address-types InternalIP --service-cluster-ip-range 10.85.0.0/24 --authorization-mode RBAC --allow-privileged --requestheader-client-ca-file aggregator.crt \
  --requestheader-username-headers X-Remote-User --requestheader-group-headers X-Remote-Group \
  --requestheader-extra-headers-prefix X-Remote-Extra- --proxy-client-cert-file aggregator.crt --proxy-client-key-file aggregator.key
until_done k get --raw /readyz
control manager --kubeconfig kubeconfig --service-account-private-key-file accounts.key --root-ca-file certificates/apiserver.crt \
  --leader-elect=false --horizontal-pod-autoscaler-sync-period 5s
control scheduler --kubeconfig kubeconfig --leader-elect=false
number=0
for node in "$@"; do
  number=$((number + 1))
  run "$node" node unshare --mount bash "$here/node.sh" "$node" "$number" "$kube" "$images"
done
k apply --filename "$here/addons.yaml" > /dev/null
control metrics --kubeconfig kubeconfig --authentication-kubeconfig kubeconfig --authorization-kubeconfig kubeconfig --secure-port 4443 \
  --cert-dir metrics --kubelet-preferred-address-types InternalIP --kubelet-insecure-tls --metric-resolution 10s --kubelet-request-timeout 5s
{
  for node in "$@"; do until_done k wait --for condition=Ready "node/$node" --timeout 5s; done
  until_done k --namespace kube-system rollout status deployment/coredns --timeout 5s
  until_done k wait --for condition=Available apiservice/v1beta1.metrics.k8s.io --timeout 5s
  echo READY
  sleep infinity
} &
# The end of one is the end of all.
wait -n
