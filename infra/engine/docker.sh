#!/usr/bin/env bash
# A Docker engine in FOLDER, started by enclosed.ts: `build` uses the network of this machine, without bridge or rules, so that npm
# and apt reach their mirrors; `run` has a network of its own, with bridge, rules and published ports. usage: docker.sh build|run FOLDER
set -euo pipefail
mode=$1 folder=$2
# Images stay; what an engine that was killed ran is forgotten, and so are its networks: else the next one would make their bridges.
rm -rf "$folder"/{exec,pid,docker.sock} "$folder"/data/{containers,network,volumes}
words=(--data-root "$folder/data" --exec-root "$folder/exec" --pidfile "$folder/pid" --host "unix://$folder/docker.sock" --storage-driver overlay2 --cgroup-parent records-docker)
if [ "$mode" = build ]; then
  words+=(--bridge none --iptables=false --ip6tables=false)
else
  ip link set lo up
  sysctl -q -w net.ipv4.ip_forward=1
fi
dockerd "${words[@]}" > "$folder/log" 2>&1 < /dev/null &
for _ in $(seq 300); do
  docker --host "unix://$folder/docker.sock" info > /dev/null 2>&1 && echo READY && break
  sleep 0.2
done
# Its end is the end of all that it runs.
wait -n
