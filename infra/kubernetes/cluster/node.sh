#!/usr/bin/env bash
# A node, in its network and with its own mounts: containerd, kubelet, kube-proxy and what enforces NetworkPolicies.
# usage: node.sh NAME NUMBER KUBE IMAGES
set -euo pipefail
here=$(dirname "$(realpath "$0")") name=$1 number=$2 kube=$3 images=$4
# All that a node writes has fixed places: they are folders of this one.
mkdir -p "$name"/{lib,log}
mount --bind "$name/lib" /var/lib
mount --bind "$name/log" /var/log
mount -t tmpfs tmpfs /run
for group in /sys/fs/cgroup/*/; do mkdir -p "$group/records-nodes/$name"; done
# Else all pods together count as one process of this machine.
[ ! -e /sys/fs/cgroup/cpu/records-nodes ] || echo 16384 > /sys/fs/cgroup/cpu/records-nodes/cpu.shares
run() {
  local program=$1
  shift
  "$@" > "$name-$program.log" 2>&1 &
}
configure() { sed "s|@NAME@|$name|g; s|@NUMBER@|$number|g" "$here/$1"; }

# The first packet of each connection is judged, also what pods send to their node. The kernel has the queue of iptables only.
iptables -t mangle -A FORWARD -m conntrack --ctstate NEW -j NFQUEUE --queue-num 100
iptables -t mangle -A INPUT -i pods -m conntrack --ctstate NEW -j NFQUEUE --queue-num 100
run policies "$kube" policies kubeconfig "$name"
mkdir -p /var/lib/networks
configure network.conflist > /var/lib/networks/pods.conflist
run containerd containerd --config "$here/containerd.toml"
until ctr version > /dev/null 2>&1; do sleep 0.2; done
ctr --namespace k8s.io images import "$images"
configure kubelet.yaml > "$name-kubelet.yaml"
echo 'nameserver 10.85.0.10' > resolv.conf
run kubelet "$kube" kubelet --config "$name-kubelet.yaml" --kubeconfig kubeconfig --node-ip "10.83.0.1$number" \
  --hostname-override "$name" --node-labels "topology.kubernetes.io/zone=$name"
# The limits of conntrack belong to the whole machine.
run proxy "$kube" proxy --kubeconfig kubeconfig --proxy-mode nftables --cluster-cidr 10.84.0.0/16 --hostname-override "$name" \
  --conntrack-max-per-core 0 --conntrack-min 0 --conntrack-tcp-timeout-established 0 --conntrack-tcp-timeout-close-wait 0 --oom-score-adj 0
wait -n
